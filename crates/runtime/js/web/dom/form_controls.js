// Form controls: the state of inputs, and what happens when one is clicked. Forms are not sent anywhere.
'use strict';

const { ObjectDefineProperty, StringPrototypeTrim, SymbolToStringTag } = primordials;

const { TEXT_NODE, stateOf } = require('web/dom/node_state');
const { HTMLElement, ancestorNamed, isDisabled } = require('web/dom/html_element');
const { setAttribute } = require('web/dom/element');
const { reflectBoolean, reflectString } = require('web/dom/reflection');
const { asciiLower, setOf } = require('web/dom/names');
const { fire } = require('web/dom/event_target');
const { liveCollection } = require('web/dom/collections');
const tree = require('web/dom/tree');

const CONTROLS = setOf(['button', 'input', 'output', 'select', 'textarea']);

function plainEvent(type, options) {
  const { Event } = require('web/dom/event');
  return new Event(type, { __proto__: null, bubbles: true, ...options });
}

class HTMLInputElement extends HTMLElement {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }

  get type() { return asciiLower(stateOf(this).attributes.get('type') ?? 'text'); }
  set type(value) { setAttribute(this, 'type', `${value}`); }

  // Until a script or a user changes them, both are what the attributes say.
  get value() {
    const { value, attributes } = stateOf(this);
    const { type } = this;
    if (type === 'checkbox' || type === 'radio') return attributes.get('value') ?? 'on';
    return value ?? attributes.get('value') ?? '';
  }

  set value(value) {
    const { type } = this;
    if (type === 'checkbox' || type === 'radio') setAttribute(this, 'value', `${value}`);
    else stateOf(this).value = value === null ? '' : `${value}`;
  }

  get checked() {
    const { checked, attributes } = stateOf(this);
    return checked ?? attributes.has('checked');
  }

  set checked(value) {
    setChecked(this, !!value);
  }

  get indeterminate() { return stateOf(this).indeterminate === true; }
  set indeterminate(value) { stateOf(this).indeterminate = !!value; }
  get form() { return ancestorNamed(this, 'form'); }
}
reflectBoolean(HTMLInputElement.prototype, 'disabled');
reflectBoolean(HTMLInputElement.prototype, 'required');
reflectBoolean(HTMLInputElement.prototype, 'readOnly', 'readonly');
reflectBoolean(HTMLInputElement.prototype, 'defaultChecked', 'checked');
reflectString(HTMLInputElement.prototype, 'name');
reflectString(HTMLInputElement.prototype, 'placeholder');
reflectString(HTMLInputElement.prototype, 'defaultValue', 'value');

function setChecked(input, isChecked) {
  if (isChecked && input.type === 'radio') {
    const others = groupOf(input);
    for (let i = 0; i < others.length; i++) stateOf(others[i]).checked = false;
  }
  stateOf(input).checked = isChecked;
}

// The other radio buttons of which only one can be checked.
function groupOf(input) {
  const name = stateOf(input).attributes.get('name') ?? '';
  const group = [];
  if (name === '') return group;
  const root = tree.rootOf(input);
  const { form } = input;
  for (let at = root; at !== null; at = tree.following(at, root)) {
    const state = stateOf(at);
    if (at === input || state.localName !== 'input' || at.type !== 'radio') continue;
    if (state.attributes.get('name') === name && at.form === form) group[group.length] = at;
  }
  return group;
}

const inputActivation = {
  __proto__: null,
  // The state changes before listeners run, and back if one of them prevents it.
  before(input) {
    const { type } = input;
    if (type !== 'checkbox' && type !== 'radio') return undefined;
    const wasChecked = input.checked;
    const group = type === 'radio' ? groupOf(input) : [];
    let old = null;
    for (let i = 0; i < group.length; i++) if (group[i].checked) old = group[i];
    setChecked(input, type === 'radio' ? true : !wasChecked);
    return () => {
      setChecked(input, wasChecked);
      if (old !== null) setChecked(old, true);
    };
  },
  run(input) {
    const { type } = input;
    if (isDisabled(input) && (type === 'submit' || type === 'reset')) return;
    if (type === 'submit') submit(input);
    else if (type === 'reset') reset(input);
    else if ((type === 'checkbox' || type === 'radio') && tree.isConnected(input)) {
      fire(input, plainEvent('input', { composed: true }));
      fire(input, plainEvent('change'));
    }
  },
};

class HTMLButtonElement extends HTMLElement {
  constructor() { super(); }

  get type() {
    const type = asciiLower(stateOf(this).attributes.get('type') ?? 'submit');
    return type === 'button' || type === 'reset' ? type : 'submit';
  }

  set type(value) { setAttribute(this, 'type', `${value}`); }
  get form() { return ancestorNamed(this, 'form'); }
}
reflectBoolean(HTMLButtonElement.prototype, 'disabled');
reflectString(HTMLButtonElement.prototype, 'name');
reflectString(HTMLButtonElement.prototype, 'value');

const buttonActivation = {
  __proto__: null,
  run(button) {
    if (isDisabled(button)) return;
    if (button.type === 'submit') submit(button);
    else if (button.type === 'reset') reset(button);
  },
};

function submit(button) {
  const { form } = button;
  if (form !== null && tree.isConnected(form)) form.requestSubmit(button);
}

function reset(button) {
  button.form?.reset();
}

class HTMLFormElement extends HTMLElement {
  constructor() { super(); }

  get elements() {
    return stateOf(this).elements ??= liveCollection(() => {
      const found = [];
      for (let at = tree.following(this, this); at !== null; at = tree.following(at, this)) {
        if (CONTROLS.has(stateOf(at).localName)) found[found.length] = at;
      }
      return found;
    });
  }

  get length() { return this.elements.length; }

  // What would be sent is not: the page has nowhere to go.
  submit() {
    const { DOMException } = require('internal/errors/dom_exception');
    throw new DOMException('Submitting a form navigates, which is not supported here; prevent the default of its submit event',
      'NotSupportedError');
  }

  requestSubmit(submitter = null) {
    const { SubmitEvent } = require('web/dom/events');
    const isAllowed = fire(this, new SubmitEvent('submit', { __proto__: null, bubbles: true, cancelable: true, submitter }));
    if (isAllowed) this.submit();
  }

  reset() {
    if (!fire(this, plainEvent('reset', { cancelable: true }))) return;
    for (let at = tree.following(this, this); at !== null; at = tree.following(at, this)) {
      const state = stateOf(at);
      if (!CONTROLS.has(state.localName)) continue;
      state.value = undefined;
      state.checked = undefined;
    }
  }
}
reflectString(HTMLFormElement.prototype, 'name');
reflectString(HTMLFormElement.prototype, 'action');
reflectString(HTMLFormElement.prototype, 'method', 'method', 'get');

class HTMLTextAreaElement extends HTMLElement {
  constructor() { super(); }

  get type() { return 'textarea'; }
  get defaultValue() { return this.textContent; }
  set defaultValue(value) { this.textContent = value; }
  get value() { return stateOf(this).value ?? this.textContent; }
  set value(value) { stateOf(this).value = value === null ? '' : `${value}`; }
  get form() { return ancestorNamed(this, 'form'); }
}
reflectBoolean(HTMLTextAreaElement.prototype, 'disabled');
reflectString(HTMLTextAreaElement.prototype, 'name');
reflectString(HTMLTextAreaElement.prototype, 'placeholder');

class HTMLOptionElement extends HTMLElement {
  constructor() { super(); }

  get value() { return stateOf(this).attributes.get('value') ?? this.text; }
  set value(value) { setAttribute(this, 'value', `${value}`); }
  get text() { return StringPrototypeTrim(this.textContent); }
  set text(value) { this.textContent = value; }
  get selected() { return ancestorNamed(this, 'select')?.value === this.value; }
  set selected(value) {
    const select = ancestorNamed(this, 'select');
    if (value && select !== null) select.value = this.value;
  }
}
reflectBoolean(HTMLOptionElement.prototype, 'disabled');
reflectBoolean(HTMLOptionElement.prototype, 'defaultSelected', 'selected');

// One option is chosen at a time.
class HTMLSelectElement extends HTMLElement {
  constructor() { super(); }

  get type() { return 'select-one'; }
  get options() { return this.getElementsByTagName('option'); }
  get length() { return this.options.length; }

  get selectedIndex() {
    const { options } = this;
    const { value } = stateOf(this);
    let byDefault = options.length > 0 ? 0 : -1;
    for (let i = 0; i < options.length; i++) {
      if (value !== undefined && options[i].value === value) return i;
      if (options[i].defaultSelected) byDefault = i;
    }
    return value === undefined ? byDefault : -1;
  }

  set selectedIndex(index) {
    stateOf(this).value = this.options[index | 0]?.value ?? null;
  }

  get value() { return this.options[this.selectedIndex]?.value ?? ''; }
  set value(value) { stateOf(this).value = `${value}`; }
  get form() { return ancestorNamed(this, 'form'); }
}
reflectBoolean(HTMLSelectElement.prototype, 'disabled');
reflectString(HTMLSelectElement.prototype, 'name');

class HTMLLabelElement extends HTMLElement {
  constructor() { super(); }

  get control() {
    const id = stateOf(this).attributes.get('for');
    if (id !== undefined) return stateOf(this).document.getElementById(id);
    for (let at = tree.following(this, this); at !== null; at = tree.following(at, this)) {
      if (stateOf(at).type !== TEXT_NODE && CONTROLS.has(stateOf(at).localName)) return at;
    }
    return null;
  }
}
reflectString(HTMLLabelElement.prototype, 'htmlFor', 'for');

const labelActivation = {
  __proto__: null,
  run(label, event) {
    const { control } = label;
    // A click that came from the control itself goes no further.
    if (control === null || event.target === control || isDisabled(control)) return;
    control.focus();
    control.click();
  },
};

const classes = {
  __proto__: null,
  HTMLButtonElement,
  HTMLFormElement,
  HTMLInputElement,
  HTMLLabelElement,
  HTMLOptionElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
};
for (const name in classes) {
  ObjectDefineProperty(classes[name].prototype, SymbolToStringTag, { __proto__: null, value: name, configurable: true });
}

module.exports = { classes, buttonActivation, inputActivation, labelActivation };
