// process.binding(): what Node still gives of its internals to old programs.
'use strict';

const { Error } = primordials;
const { getOptionValue } = require('internal/options');

const made = { __proto__: null };
let hasWarned = false;

function binding(name) {
  const id = `${name}`;
  if (!hasWarned && getOptionValue('--pending-deprecation')) {
    hasWarned = true;
    process.emitWarning('process.binding() is deprecated. Please use public APIs instead.', 'DeprecationWarning', 'DEP0111');
  }
  const make = makers[id];
  if (make === undefined) throw new Error(`No such module: ${id}`);
  return made[id] ??= make();
}

const TYPES = [
  'isArrayBuffer', 'isAsyncFunction', 'isDate', 'isExternal', 'isMap', 'isMapIterator', 'isNativeError', 'isPromise', 'isRegExp',
  'isSet', 'isSetIterator', 'isAnyArrayBuffer', 'isArrayBufferView', 'isDataView', 'isTypedArray', 'isUint8Array',
];

const makers = {
  __proto__: null,
  util() {
    const { types } = require('util');
    const found = {};
    for (let i = 0; i < TYPES.length; i++) found[TYPES[i]] = types[TYPES[i]];
    return found;
  },
  uv() {
    const { getSystemErrorMap, getSystemErrorName } = require('util');
    let warns = getOptionValue('--pending-deprecation');
    const found = {
      errname(errno) {
        if (warns) {
          warns = false;
          process.emitWarning(
            "Directly calling process.binding('uv').errname(<val>) is being deprecated. " +
            'Please make sure to use util.getSystemErrorName() instead.', 'DeprecationWarning', 'DEP0119');
        }
        return getSystemErrorName(errno);
      },
    };
    getSystemErrorMap().forEach((entry, errno) => { found[`UV_${entry[0]}`] = errno; });
    return found;
  },
  constants() {
    const os = require('os').constants;
    return {
      os, fs: require('fs').constants, crypto: require('crypto').constants, zlib: require('zlib').constants, trace: {},
    };
  },
};

module.exports = { binding };
