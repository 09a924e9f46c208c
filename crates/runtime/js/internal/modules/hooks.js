// module.registerHooks(): functions of a program between the loaders and what they do by themselves.
//
// Hooks form a chain, the last registered called first. Each is given the next step as a function, and must either call it
// or say `shortCircuit: true`; the last step is the loader's own. The loaders find this module in the state that they share,
// as long as there are hooks.
'use strict';

const {
  ArrayPrototypeConcat, ArrayPrototypeFilter, ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSplice, SafeMap,
} = primordials;

const { state } = require('internal/modules/module');

const chain = [];

class ModuleHooks {
  constructor(resolve, load) {
    this.resolve = resolve;
    this.load = load;
  }

  deregister() {
    const at = ArrayPrototypeIndexOf(chain, this);
    if (at !== -1) ArrayPrototypeSplice(chain, at, 1);
    if (chain.length === 0) state.hooks = undefined;
  }
}

function registerHooks(hooks) {
  const { resolve, load } = hooks;
  const { validateFunction } = require('internal/validators');
  if (resolve !== undefined) validateFunction(resolve, 'hooks.resolve');
  if (load !== undefined) validateFunction(load, 'hooks.load');
  const registered = new ModuleHooks(resolve, load);
  ArrayPrototypePush(chain, registered);
  state.hooks = module.exports;
  return registered;
}

// Goes down the chain. `check` looks at what a hook returns.
function run(kind, subject, context, last, check) {
  // Hooks that a hook registers or takes away are those of the next request.
  const hooks = ArrayPrototypeSlice(chain);
  const step = (index, subject, context) => {
    let at = index;
    while (at >= 0 && hooks[at][kind] === undefined) at--;
    if (at < 0) return last(subject, context);
    let calledNext = false;
    const nextStep = (nextSubject, nextContext) => {
      calledNext = true;
      return step(at - 1, nextSubject, { ...context, ...nextContext });
    };
    const hook = hooks[at][kind];
    const result = hook(subject, context, nextStep);
    check(result, result.shortCircuit || calledNext);
    return result;
  };
  return step(hooks.length - 1, subject, context);
}

function refuse(kind, expected, property, value) {
  const { codes: { ERR_INVALID_RETURN_PROPERTY_VALUE } } = require('internal/errors');
  throw new ERR_INVALID_RETURN_PROPERTY_VALUE(expected, kind, property, value);
}

function checkResolved(result, isComplete) {
  const { url, format, importAttributes, shortCircuit } = result;
  if (!isComplete) refuse('resolve', 'true', 'shortCircuit', shortCircuit);
  if (typeof url !== 'string') refuse('resolve', 'a URL string', 'url', url);
  if (format !== undefined && format !== null && typeof format !== 'string') refuse('resolve', 'a string', 'format', format);
  if (importAttributes !== undefined && (typeof importAttributes !== 'object' || importAttributes === null)) {
    refuse('resolve', 'an object', 'importAttributes', importAttributes);
  }
}

function checkLoaded(result, isComplete) {
  const { format, source, shortCircuit } = result;
  if (!isComplete) refuse('load', 'true', 'shortCircuit', shortCircuit);
  if (typeof source === 'string' || (source === null && format === 'builtin')) return;
  const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/views');
  if (!isAnyArrayBuffer(source) && !isArrayBufferView(source)) {
    refuse('load', 'a string, an ArrayBuffer, or a TypedArray', 'source', source);
  }
}

const IMPORT_CONDITIONS = ['node', 'import', 'module-sync', 'node-addons'];
const REQUIRE_CONDITIONS = ['require', 'node', 'node-addons', 'module-sync'];

function conditionsOf(isImport) {
  const { values } = internalBinding('options');
  const own = isImport ? IMPORT_CONDITIONS : REQUIRE_CONDITIONS;
  const known = values['--addons'] === false ? ArrayPrototypeFilter(own, (name) => name !== 'node-addons') : own;
  return ArrayPrototypeConcat(known, values['--conditions']);
}

// What a resolve hook said of the format of a URL, for the load hook that comes after it.
const formats = new SafeMap();

// What the hooks make of a specifier: its URL and more. `attributes` is undefined for require().
function resolveWithHooks(specifier, parentURL, attributes, last) {
  const context = { parentURL, importAttributes: attributes, conditions: conditionsOf(attributes !== undefined) };
  const result = run('resolve', specifier, context, last, checkResolved);
  const { url, format } = result;
  if (format === undefined || format === null) formats.delete(url);
  else formats.set(url, format);
  return result;
}

// Format and source of a URL. `formatOf` guesses what no hook has said.
function loadWithHooks(url, attributes, formatOf, last) {
  const format = formats.get(url) ?? formatOf(url);
  const context = { format, importAttributes: attributes, conditions: conditionsOf(attributes !== undefined) };
  return run('load', url, context, last, checkLoaded);
}

function textOf(source) {
  if (typeof source === 'string') return source;
  const { TextDecoder } = require('internal/encoding');
  return new TextDecoder().decode(source);
}

module.exports = { conditionsOf, loadWithHooks, registerHooks, resolveWithHooks, textOf };
