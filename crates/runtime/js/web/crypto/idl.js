// What Web IDL does before a method begins: counts and converts arguments, with the errors of Node's bindings.
'use strict';

const {
  ArrayBufferIsView, ArrayPrototypeIncludes, ArrayPrototypePush, MathTrunc, NumberIsFinite, SafeSet, String, TypeError, TypedArrayPrototypeSlice,
  Uint8Array,
} = primordials;

const { isAnyArrayBuffer, isSharedArrayBuffer } = require('internal/util/types');
const { plainView } = require('internal/crypto/bytes');

function idlError(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

function domException(message, name, cause) {
  const { DOMException } = require('internal/errors/dom_exception');
  return cause === undefined ? new DOMException(message, name) : new DOMException(message, { name, cause });
}

function requireArguments(given, required, prefix) {
  if (given >= required) return;
  throw idlError('ERR_MISSING_ARGS',
    `${prefix}: ${required} argument${required === 1 ? '' : 's'} required, but only ${given} present.`);
}

const ordinals = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th'];
// Without a prefix it is not told which of the arguments it was.
const argument = (prefix, index) => (prefix === undefined ? 'Value' : `${ordinals[index]} argument`);

function where(prefix, index) {
  const what = typeof index === 'number' ? argument(prefix, index) : index;
  return prefix === undefined ? what : `${prefix}: ${what}`;
}

// A copy: the caller may change the original while the operation runs.
function bufferSource(value, prefix, index) {
  if ((!ArrayBufferIsView(value) && !isAnyArrayBuffer(value)) || isSharedArrayBuffer(ArrayBufferIsView(value) ? value.buffer : value)) {
    throw idlError('ERR_INVALID_ARG_TYPE',
      `${where(prefix, index)} is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  }
  const view = plainView(value);
  const bytes = isAnyArrayBuffer(view) ? new Uint8Array(view) : new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return TypedArrayPrototypeSlice(bytes);
}

function enumeration(value, allowed, type, prefix, index) {
  const text = `${value}`;
  if (ArrayPrototypeIncludes(allowed, text)) return text;
  throw idlError('ERR_INVALID_ARG_VALUE', `${where(prefix, index)} '${text}' is not a valid enum value of type ${type}.`);
}

const formats = ['raw', 'pkcs8', 'spki', 'jwk', 'raw-secret', 'raw-public', 'raw-private', 'raw-seed'];
const keyFormat = (value, prefix, index) => enumeration(value, formats, 'KeyFormat', prefix, index);

const usageNames = [
  'encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey', 'encapsulateKey', 'encapsulateBits',
  'decapsulateKey', 'decapsulateBits',
];

// A sequence of usages: each once, in the order of the standard.
function keyUsages(value, prefix, index) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    throw idlError('ERR_INVALID_ARG_TYPE', `${where(prefix, index)} cannot be converted to sequence.`);
  }
  if (typeof value[primordials.SymbolIterator] !== 'function') {
    throw idlError('ERR_INVALID_ARG_TYPE', `${where(prefix, index)} cannot be converted to sequence.`);
  }
  const given = new SafeSet();
  let position = 0;
  for (const usage of value) { // iterable: the program's
    given.add(enumeration(usage, usageNames, 'KeyUsage', prefix, `${argument(prefix, index)}[${position++}]`));
  }
  return inOrder((usage) => given.has(usage));
}

function inOrder(has) {
  const list = [];
  for (let i = 0; i < usageNames.length; i++) {
    if (has(usageNames[i])) ArrayPrototypePush(list, usageNames[i]);
  }
  return list;
}

// A number of so many bits that does not wrap: [EnforceRange].
function enforcedInteger(value, bits, place) {
  const number = MathTrunc(+value);
  const max = bits === 53 ? primordials.NumberMAX_SAFE_INTEGER : 2 ** bits - 1;
  if (!NumberIsFinite(+value)) throw idlError('ERR_INVALID_ARG_TYPE', `${place} is not a finite number.`);
  if (number < 0 || number > max) {
    throw idlError('ERR_OUT_OF_RANGE', `${place} is outside the expected range of 0 to ${max}.`);
  }
  return number === 0 ? 0 : number;
}

const domString = (value) => String(value);

module.exports = {
  bufferSource, domException, domString, enforcedInteger, enumeration, idlError, inOrder, keyFormat, keyUsages, requireArguments, where,
};
