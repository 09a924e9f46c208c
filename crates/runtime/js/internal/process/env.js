// process.env: every value a string, every change seen at once, as in Node on POSIX.
//
// The environment is copied from the process when it is first asked for. Children get what is in it
// then, because child_process hands it over explicitly.
'use strict';

const { ObjectDefineProperty, Proxy, ReflectDefineProperty, ReflectDeleteProperty } = primordials;
const { getOptionValue } = require('internal/options');

function invalid(message) {
  const { codes: { ERR_INVALID_OBJECT_DEFINE_PROPERTY } } = require('internal/errors');
  return new ERR_INVALID_OBJECT_DEFINE_PROPERTY(message);
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

function createEnv(variables) {
  const target = { ...variables };
  return new Proxy(target, {
    __proto__: null,
    set(store, key, value) {
      if (typeof key === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      ObjectDefineProperty(store, key, { __proto__: null, value: asString(value), writable: true, enumerable: true, configurable: true });
      return true;
    },
    deleteProperty(store, key) {
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
      return ReflectDefineProperty(store, key, { __proto__: null, ...descriptor, value: asString(descriptor.value) });
    },
  });
}

module.exports = { createEnv };
