// `util.promisify` and `util.callbackify`: between callbacks and promises.
'use strict';

const {
  ArrayPrototypePop,
  ArrayPrototypePush,
  FunctionPrototypeBind,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptors,
  ObjectGetPrototypeOf,
  ObjectSetPrototypeOf,
  Promise,
  ReflectApply,
  Symbol,
  SymbolFor,
} = primordials;

const custom = SymbolFor('nodejs.util.promisify.custom');
// Names for a callback's several results: the promise then gives an object (`child_process.exec`: stdout, stderr).
const customArgs = Symbol('customPromisifyArgs');

function promisify(original) {
  const { validateFunction } = require('internal/validators');
  validateFunction(original, 'original');

  const given = original[custom];
  if (given) {
    validateFunction(given, 'util.promisify.custom');
    return ObjectDefineProperty(given, custom, {
      __proto__: null, value: given, enumerable: false, writable: false, configurable: true,
    });
  }

  const names = original[customArgs];
  function fn(...args) {
    return new Promise((resolve, reject) => {
      const settle = (error, ...values) => {
        if (error) return reject(error);
        if (names === undefined || values.length <= 1) return resolve(values[0]);
        const result = {};
        for (let i = 0; i < names.length; i++) result[names[i]] = values[i];
        return resolve(result);
      };
      ArrayPrototypePush(args, settle);
      const returned = ReflectApply(original, this, args);
      if (require('internal/util/types').isPromise(returned)) {
        process.emitWarning('Calling promisify on a function that returns a Promise is likely a mistake.',
                            'DeprecationWarning', 'DEP0174');
      }
    });
  }

  ObjectSetPrototypeOf(fn, ObjectGetPrototypeOf(original));
  ObjectDefineProperty(fn, custom, {
    __proto__: null, value: fn, enumerable: false, writable: false, configurable: true,
  });
  return ObjectDefineProperties(fn, withoutPrototypes(ObjectGetOwnPropertyDescriptors(original)));
}
promisify.custom = custom;

// A descriptor must not inherit `get` or `value` from a tampered Object.prototype.
function withoutPrototypes(descriptors) {
  const keys = primordials.ReflectOwnKeys(descriptors);
  for (let i = 0; i < keys.length; i++) ObjectSetPrototypeOf(descriptors[keys[i]], null);
  return descriptors;
}

function callbackify(original) {
  const { validateFunction } = require('internal/validators');
  validateFunction(original, 'original');

  function callbackified(...args) {
    const callback = ArrayPrototypePop(args);
    validateFunction(callback, 'last argument');
    const bound = FunctionPrototypeBind(callback, this);
    // Any thenable will do. The callback runs outside of it: what it throws is uncaught, not a rejection.
    ReflectApply(original, this, args).then(
      (value) => process.nextTick(bound, null, value),
      (reason) => process.nextTick(callWithReason, reason, bound),
    );
  }

  const descriptors = ObjectGetOwnPropertyDescriptors(original);
  // One more for the callback.
  if (typeof descriptors.length.value === 'number') descriptors.length.value++;
  if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified';
  return ObjectDefineProperties(callbackified, withoutPrototypes(descriptors));
}

// A callback tells failure by a truthy first argument: a falsy reason needs an error around it.
function callWithReason(reason, callback) {
  if (!reason) {
    const { codes: { ERR_FALSY_VALUE_REJECTION } } = require('internal/errors');
    reason = new ERR_FALSY_VALUE_REJECTION(reason);
    require('internal/errors/stack').captureStackTrace(reason, callWithReason);
  }
  return callback(reason);
}

module.exports = { promisify, callbackify, customPromisifyArgs: customArgs };
