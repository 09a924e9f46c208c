// Selectors: compiled to functions that test an element.
//
// What a selector asks of the element itself (an id, a class, a type) is its key. A long list is a table by keys, so that an
// element is held against the few selectors that can be meant and not against all.
//
// Type, `*`, #id, .class, [attribute] with its operators, the four combinators, lists, and the pseudo-classes that need no
// layout and no user. Anything else is a SyntaxError, as an unknown selector is in a browser.
'use strict';

const {
  ArrayPrototypePush, RegExpPrototypeExec, SafeMap, StringFromCodePoint, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeTrim,
} = primordials;

const { ELEMENT_NODE, TEXT_NODE, isElement, stateOf } = require('web/dom/node_state');
const { asciiLower, hasTokens, replaceEach, splitTokens } = require('web/dom/names');
const { DOMException } = require('internal/errors/dom_exception');
const tree = require('web/dom/tree');

const NAME = /(?:[-\w\u0080-\uffff]|\\(?:[0-9a-fA-F]{1,6}[ \t\n\f\r]?|.))+/y;
const SPACES = /[ \t\n\f\r]*/y;
const COMBINATOR = /[ \t\n\f\r]*([>+~])[ \t\n\f\r]*|[ \t\n\f\r]+(?=[^,)\s])/y;
const ATTRIBUTE = /\[\s*((?:[-\w:\u0080-\uffff]|\\.)+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|((?:[-\w\u0080-\uffff]|\\(?:[0-9a-fA-F]{1,6}[ \t\n\f\r]?|.))+))\s*([iIsS]?)\s*)?\]/y;
const NTH = /^\s*(?:(odd|even)|([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))\s*$/i;
const ESCAPE = /\\(?:([0-9a-fA-F]{1,6})[ \t\n\f\r]?|(.))/g;

const tests = {
  '__proto__': null,
  '=': (value, wanted) => value === wanted,
  '~=': (value, wanted) => wanted !== '' && hasTokens(value, [wanted]),
  '|=': (value, wanted) => value === wanted || StringPrototypeStartsWith(value, `${wanted}-`),
  '^=': (value, wanted) => wanted !== '' && StringPrototypeStartsWith(value, wanted),
  '$=': (value, wanted) => wanted !== '' && StringPrototypeEndsWith(value, wanted),
  '*=': (value, wanted) => wanted !== '' && StringPrototypeIncludes(value, wanted),
};

// A character by its number or as it is.
function unescaped(name) {
  return replaceEach(name, ESCAPE, (match) => (match[1] === undefined ? match[2] : characterOf(+`0x${match[1]}`)));
}

function characterOf(point) {
  const isNone = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
  return StringFromCodePoint(isNone ? 0xfffd : point);
}

function sibling(element, direction) {
  let at = stateOf(element)[direction];
  while (at !== null && stateOf(at).type !== ELEMENT_NODE) at = stateOf(at)[direction];
  return at;
}

// What is known while one tree is searched, in which nothing changes meanwhile: answers by element, for each asker. A
// search asks the same of all siblings, and without this each would count or look at those before it again.
let search;

function answersOf(asker) {
  let answers = search.get(asker);
  if (answers === undefined) search.set(asker, answers = new SafeMap());
  return answers;
}

// Runs `find` with the answers of one search.
function searching(find) {
  const outer = search;
  search = new SafeMap();
  try {
    return find();
  } finally {
    search = outer;
  }
}

// The place among the elements of the same parent, from 1.
function positionOf(element, direction, isSameType) {
  if (search === undefined) return countUpTo(element, direction, isSameType);
  const positions = answersOf(`${direction} ${isSameType}`);
  if (positions.get(element) === undefined) numberSiblings(element, direction, isSameType, positions);
  return positions.get(element);
}

function countUpTo(element, direction, isSameType) {
  let position = 1;
  for (let at = sibling(element, direction); at !== null; at = sibling(at, direction)) {
    if (!isSameType || stateOf(at).localName === stateOf(element).localName) position++;
  }
  return position;
}

function numberSiblings(element, direction, isSameType, positions) {
  let at = element;
  for (let next = sibling(at, direction); next !== null; next = sibling(at, direction)) at = next;
  const back = direction === 'previous' ? 'next' : 'previous';
  const counts = new SafeMap();
  for (; at !== null; at = sibling(at, back)) {
    const type = isSameType ? stateOf(at).localName : '';
    const position = (counts.get(type) ?? 0) + 1;
    counts.set(type, position);
    positions.set(at, position);
  }
}

function isEmpty(element) {
  for (let at = stateOf(element).first; at !== null; at = stateOf(at).next) {
    const { type, data } = stateOf(at);
    if (type === ELEMENT_NODE || (type === TEXT_NODE && data !== '')) return false;
  }
  return true;
}

const pseudoClasses = {
  '__proto__': null,
  'checked': (element) => element.checked === true || (stateOf(element).localName === 'option' && element.selected),
  'disabled': (element) => require('web/dom/html_element').isDisabled(element),
  'empty': isEmpty,
  'enabled': (element) => element.disabled === false,
  'first-child': (element) => sibling(element, 'previous') === null,
  'first-of-type': (element) => positionOf(element, 'previous', true) === 1,
  'focus': (element) => stateOf(element).document.activeElement === element,
  'last-child': (element) => sibling(element, 'next') === null,
  'last-of-type': (element) => positionOf(element, 'next', true) === 1,
  'only-child': (element) => sibling(element, 'previous') === null && sibling(element, 'next') === null,
  'root': (element) => stateOf(element).document.documentElement === element,
  'scope': (element, scope) => (isElement(scope) ? element === scope : stateOf(element).document.documentElement === element),
};

const nthClasses = {
  '__proto__': null,
  'nth-child': (element) => positionOf(element, 'previous', false),
  'nth-last-child': (element) => positionOf(element, 'next', false),
  'nth-of-type': (element) => positionOf(element, 'previous', true),
};

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail() {
    throw new DOMException(`'${this.text}' is not a valid selector.`, 'SyntaxError');
  }

  match(expression) {
    expression.lastIndex = this.at;
    const match = RegExpPrototypeExec(expression, this.text);
    if (match !== null) this.at += match[0].length;
    return match;
  }

  name() {
    const match = this.match(NAME);
    if (match === null) this.fail();
    return unescaped(match[0]);
  }

  // A list of selectors up to the end, or up to a closing parenthesis.
  list() {
    const selectors = [];
    do {
      this.match(SPACES);
      ArrayPrototypePush(selectors, this.complex());
      this.match(SPACES);
    } while (this.skip(','));
    return selectors.length < LONG_LIST ? anyOf(testsOf(selectors)) : anyByKey(selectors);
  }

  skip(character) {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  // `{ test, key }`, the key being that of its last part: what the element itself must have.
  complex() {
    let { test, key } = this.compound();
    for (let match = this.match(COMBINATOR); match !== null; match = this.match(COMBINATOR)) {
      const right = this.compound();
      test = combine(match[1] ?? ' ', test, right.test);
      ({ key } = right);
    }
    return { __proto__: null, test, key };
  }

  compound() {
    const parts = [];
    let key;
    for (;;) {
      const start = this.at;
      const part = this.simple(parts.length === 0);
      if (part === undefined) break;
      key ??= keyOf(StringPrototypeSlice(this.text, start, this.at));
      ArrayPrototypePush(parts, part);
    }
    if (parts.length === 0) this.fail();
    const test = parts.length === 1 ? parts[0] : (element, scope) => {
      for (let i = 0; i < parts.length; i++) if (!parts[i](element, scope)) return false;
      return true;
    };
    return { __proto__: null, test, key };
  }

  simple(isFirst) {
    switch (this.text[this.at]) {
      case '#': {
        this.at++;
        const id = this.name();
        return (element) => stateOf(element).attributes.get('id') === id;
      }
      case '.': {
        this.at++;
        const wanted = [this.name()];
        return (element) => hasTokens(stateOf(element).attributes.get('class'), wanted);
      }
      case '[':
        return this.attribute();
      case ':':
        this.at++;
        return this.pseudoClass();
      case '*':
        if (!isFirst) this.fail();
        this.at++;
        return () => true;
      default:
        return isFirst ? this.type() : undefined;
    }
  }

  type() {
    const name = this.name();
    const lower = asciiLower(name);
    return (element) => {
      const { localName, isHtml } = stateOf(element);
      return localName === (isHtml ? lower : name);
    };
  }

  attribute() {
    const match = this.match(ATTRIBUTE);
    if (match === null) this.fail();
    const name = asciiLower(match[1]);
    if (match[2] === undefined) return (element) => stateOf(element).attributes.has(name);
    const test = tests[match[2]];
    const wanted = match[3] ?? match[4] ?? unescaped(match[5]);
    const fold = asciiLower(match[6] ?? '') === 'i' ? asciiLower : (text) => text;
    return (element) => {
      const value = stateOf(element).attributes.get(name);
      return value !== undefined && test(fold(value), fold(wanted));
    };
  }

  pseudoClass() {
    const name = asciiLower(this.name());
    if (pseudoClasses[name] !== undefined) return pseudoClasses[name];
    if (!this.skip('(')) this.fail();
    const test = nthClasses[name] !== undefined ? this.nth(nthClasses[name]) : this.logical(name);
    if (!this.skip(')')) this.fail();
    return test;
  }

  logical(name) {
    const inner = this.list();
    if (name === 'is' || name === 'where') return inner;
    if (name === 'not') return (element, scope) => !inner(element, scope);
    if (name === 'has') {
      return (element, scope) => {
        for (let at = tree.following(element, element); at !== null; at = tree.following(at, element)) {
          if (isElement(at) && inner(at, scope)) return true;
        }
        return false;
      };
    }
    return this.fail();
  }

  nth(position) {
    const start = this.at;
    while (this.at < this.text.length && this.text[this.at] !== ')') this.at++;
    const match = RegExpPrototypeExec(NTH, StringPrototypeSlice(this.text, start, this.at));
    if (match === null) this.fail();
    let step = 0;
    let offset = 0;
    if (match[1] !== undefined) {
      step = 2;
      offset = asciiLower(match[1]) === 'odd' ? 1 : 0;
    } else if (match[5] !== undefined) {
      offset = +match[5];
    } else {
      step = match[2] === '' || match[2] === '+' || match[2] === '-' ? +`${match[2]}1` : +match[2];
      offset = match[4] === undefined ? 0 : +`${match[3]}${match[4]}`;
    }
    return (element) => {
      const rest = position(element) - offset;
      return step === 0 ? rest === 0 : rest % step === 0 && rest / step >= 0;
    };
  }
}

// From so many on a table is worth its making.
const LONG_LIST = 8;
const PLAIN = /^[.#]?[-\w]+$/;

// `#id`, `.class` or a type in lower case, as it was written; undefined for what has no such thing or is escaped.
function keyOf(simple) {
  const isType = simple[0] !== '#' && simple[0] !== '.';
  return RegExpPrototypeExec(PLAIN, simple) === null || (isType && asciiLower(simple) !== simple) ? undefined : simple;
}

function testsOf(selectors) {
  const made = [];
  for (let i = 0; i < selectors.length; i++) ArrayPrototypePush(made, selectors[i].test);
  return made;
}

function anyOf(selected) {
  return (element, scope) => holdsAny(selected, element, scope);
}

function holdsAny(selected, element, scope) {
  for (let i = 0; i < selected?.length; i++) if (selected[i](element, scope)) return true;
  return false;
}

function anyByKey(selectors) {
  const byKey = new SafeMap();
  for (let i = 0; i < selectors.length; i++) {
    const { test, key } = selectors[i];
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [test]);
    else ArrayPrototypePush(known, test);
  }
  return (element, scope) => {
    const { localName, attributes } = stateOf(element);
    const holds = (key) => holdsAny(byKey.get(key), element, scope);
    if (holds(undefined) || holds(localName) || holds(`#${attributes.get('id')}`)) return true;
    const classes = splitTokens(attributes.get('class') ?? '');
    for (let i = 0; i < classes.length; i++) if (holds(`.${classes[i]}`)) return true;
    return false;
  };
}

function combine(combinator, left, right) {
  const direction = combinator === '>' || combinator === ' ' ? 'parent' : 'previous';
  const isOnlyNext = combinator === '>' || combinator === '+';
  const step = (element) => {
    if (direction === 'previous') return sibling(element, 'previous');
    const { parent } = stateOf(element);
    return parent !== null && isElement(parent) ? parent : null;
  };
  if (isOnlyNext) {
    return (element, scope) => {
      const next = right(element, scope) ? step(element) : null;
      return next !== null && left(next, scope);
    };
  }
  // Whether `left` holds for anything that `step` leads to.
  const isAfter = (element, scope) => {
    const answers = search === undefined ? undefined : answersOf(isAfter);
    const asked = [];
    let at = element;
    let answer = answers?.get(at);
    while (answer === undefined) {
      ArrayPrototypePush(asked, at);
      at = step(at);
      if (at === null) answer = false;
      else answer = left(at, scope) ? true : answers?.get(at);
    }
    for (let i = 0; i < asked.length; i++) answers?.set(asked[i], answer);
    return answer;
  };
  return (element, scope) => right(element, scope) && isAfter(element, scope);
}

const KEPT = 200;
let compiled = new SafeMap();

// The test of a selector list: `(element, scope) => boolean`.
function compile(text) {
  let test = compiled.get(text);
  if (test === undefined) {
    const reader = new Reader(StringPrototypeTrim(text));
    test = reader.list();
    if (reader.at !== reader.text.length) reader.fail();
    if (compiled.size >= KEPT) compiled = new SafeMap();
    compiled.set(text, test);
  }
  return test;
}

function findFirst(root, text) {
  const test = compile(text);
  return searching(() => {
    for (let at = tree.following(root, root); at !== null; at = tree.following(at, root)) {
      if (isElement(at) && test(at, root)) return at;
    }
    return null;
  });
}

function findAll(root, text) {
  const test = compile(text);
  return searching(() => {
    const found = [];
    for (let at = tree.following(root, root); at !== null; at = tree.following(at, root)) {
      if (isElement(at) && test(at, root)) ArrayPrototypePush(found, at);
    }
    return found;
  });
}

function matches(element, text) {
  return compile(text)(element, element);
}

module.exports = { compile, findAll, findFirst, matches };
