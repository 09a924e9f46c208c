// Bytes from the program and back: what the binding takes, and in which form it gives them.
'use strict';

const {
  ArrayBufferIsView, DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset, Uint8Array,
} = primordials;

const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isDataView, isFloat16Array } = require('internal/util/types');
const { encodingOperations } = require('internal/buffer/encodings');
const { FastBuffer } = require('internal/buffer/fast_buffer');
const { Buffer } = require('internal/buffer/buffer');

// The forms that the binding makes by itself, by encoding. The others are made of the bytes here.
const forms = { __proto__: null, hex: 1, base64: 2, base64url: 3, latin1: 4 };

function toBuffer(bytes) {
  const buffer = new FastBuffer(TypedArrayPrototypeGetBuffer(bytes), TypedArrayPrototypeGetByteOffset(bytes), TypedArrayPrototypeGetByteLength(bytes));
  return buffer;
}

// Calls `make(form)` and gives what `encoding` asks for: a Buffer without one, and with one that nobody knows.
function inEncoding(encoding, make) {
  if (encoding === undefined || encoding === null || encoding === '' || encoding === 'buffer') return toBuffer(make(0));
  const operations = encodingOperations(encoding);
  if (operations === undefined) return toBuffer(make(0));
  const form = forms[operations.name];
  if (form !== undefined) return make(form);
  const bytes = make(0);
  return operations.slice(bytes, 0, bytes.length);
}

// The binding knows neither of these two views.
function plainView(view) {
  if (isDataView(view)) {
    return new Uint8Array(
      DataViewPrototypeGetBuffer(view), DataViewPrototypeGetByteOffset(view), DataViewPrototypeGetByteLength(view));
  }
  if (isFloat16Array(view)) {
    return new Uint8Array(
      TypedArrayPrototypeGetBuffer(view), TypedArrayPrototypeGetByteOffset(view), TypedArrayPrototypeGetByteLength(view));
  }
  return view;
}

// What the binding takes for a string in `encoding` or a view. A string of UTF-8 stays one.
function stringOrView(value, name, encoding) {
  if (typeof value === 'string') return encodedString(value, encoding);
  if (ArrayBufferIsView(value)) return plainView(value);
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'], value);
}

function encodedString(text, encoding) {
  if (encoding === undefined || encoding === 'utf8' || encoding === 'buffer' || encoding === 'utf-8') return text;
  if (encodingOperations(encoding) === undefined) return text;
  return Buffer.from(text, encoding);
}

// The same for a buffer too.
function bytesOf(value, name, encoding) {
  if (typeof value === 'string') return encodedString(value, encoding);
  if (ArrayBufferIsView(value)) return plainView(value);
  if (isAnyArrayBuffer(value)) return value;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
}

// Without strings.
function bufferSource(value, name) {
  if (ArrayBufferIsView(value)) return plainView(value);
  if (isAnyArrayBuffer(value)) return value;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
}

const isBytes = (value) => ArrayBufferIsView(value) || isAnyArrayBuffer(value);

module.exports = { bufferSource, bytesOf, encodedString, inEncoding, isBytes, plainView, stringOrView, toBuffer };
