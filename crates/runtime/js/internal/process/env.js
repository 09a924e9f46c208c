// process.env: every value a string, every change seen at once, as in Node on POSIX.
//
// The environment is copied from the process when it is first asked for. Children get what is in it
// then, because child_process hands it over explicitly. Threads that share theirs keep it outside JavaScript, and
// look it up there.
'use strict';

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, ObjectDefineProperty, ObjectEntries, ObjectGetOwnPropertyDescriptor, ObjectKeys, Proxy,
  ReflectDefineProperty, ReflectDeleteProperty, ReflectGet, ReflectOwnKeys, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeSlice, TypeError,
} = primordials;
const { getOptionValue } = require('internal/options');

function invalid(message) {
  const { codes: { ERR_INVALID_OBJECT_DEFINE_PROPERTY } } = require('internal/errors');
  return new ERR_INVALID_OBJECT_DEFINE_PROPERTY(message);
}

// The system takes neither a name that is empty nor one with `=` in it (setenv(3)); Node tells nobody.
function isName(key) {
  return key !== '' && !StringPrototypeIncludes(key, '=');
}

// A value ends where C's texts do.
function asValue(value) {
  const text = asString(value);
  const end = StringPrototypeIndexOf(text, '\0');
  return end === -1 ? text : StringPrototypeSlice(text, 0, end);
}

function asString(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  if (typeof value !== 'number' && typeof value !== 'boolean' && getOptionValue('--pending-deprecation')) {
    process.emitWarning(
      'Assigning any value other than a string, number, or boolean to a process.env property is deprecated. ' +
      'Please make sure to convert the value to a string before setting process.env with it.',
      'DeprecationWarning', 'DEP0104');
  }
  return `${value}`;
}

// What the other threads see, once they see anything.
let shared;

function share() {
  if (shared !== undefined) return;
  const variables = [];
  const entries = ObjectEntries(process.env);
  for (let i = 0; i < entries.length; i++) ArrayPrototypePush(variables, entries[i][0], entries[i][1]);
  shared = internalBinding('workers');
  shared.shareVariables(variables);
}

// Brings the store up to date. It is what a proxy must answer by.
function refresh(store) {
  if (shared === undefined) return;
  const names = shared.variableNames();
  const known = ObjectKeys(store);
  for (let i = 0; i < known.length; i++) if (!ArrayPrototypeIncludes(names, known[i])) delete store[known[i]];
  for (let i = 0; i < names.length; i++) refreshOne(store, names[i]);
}

function refreshOne(store, name) {
  const value = shared.variable(name);
  if (value === undefined) delete store[name];
  else ObjectDefineProperty(store, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

// The one that the program has.
let environment;

function createEnv(variables, isShared = false) {
  const target = { ...variables };
  if (isShared) shared = internalBinding('workers');
  environment = new Proxy(target, {
    __proto__: null,
    get(store, key, receiver) {
      if (shared !== undefined && typeof key === 'string') refreshOne(store, key);
      return ReflectGet(store, key, receiver);
    },
    has(store, key) {
      if (shared !== undefined && typeof key === 'string') refreshOne(store, key);
      return key in store;
    },
    ownKeys(store) {
      refresh(store);
      return ReflectOwnKeys(store);
    },
    getOwnPropertyDescriptor(store, key) {
      if (shared !== undefined && typeof key === 'string') refreshOne(store, key);
      return ObjectGetOwnPropertyDescriptor(store, key);
    },
    set(store, key, value) {
      if (typeof key === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      const text = asValue(value);
      if (!isName(key)) return true;
      shared?.setVariable(key, text);
      ObjectDefineProperty(store, key, { __proto__: null, value: text, writable: true, enumerable: true, configurable: true });
      return true;
    },
    deleteProperty(store, key) {
      if (typeof key === 'string') shared?.deleteVariable(key);
      ReflectDeleteProperty(store, key);
      return true;
    },
    defineProperty(store, key, descriptor) {
      if ('get' in descriptor || 'set' in descriptor) {
        throw invalid("'process.env' does not accept an accessor(getter/setter) descriptor");
      }
      if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
        throw invalid("'process.env' only accepts a configurable, writable, and enumerable data descriptor");
      }
      if (typeof key === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      const text = asValue(descriptor.value);
      if (!isName(key)) return true;
      shared?.setVariable(key, text);
      return ReflectDefineProperty(store, key, { __proto__: null, ...descriptor, value: text });
    },
    preventExtensions() {
      throw new TypeError('Cannot prevent extensions');
    },
  });
  return environment;
}


// It is told and cloned as the plain object that it looks like.
function isEnvironment(value) {
  return value === environment;
}

module.exports = { createEnv, isEnvironment, share };
