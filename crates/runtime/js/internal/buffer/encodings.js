'use strict';

// The encodings a Buffer knows: their names, and for each the operations that differ.
// It does not know the Buffer class; operations take any Uint8Array.

const { StringPrototypeToLowerCase } = primordials;

const {
  asciiSlice,
  base64Slice,
  base64Write,
  base64urlSlice,
  byteLengthUtf8,
  hexSlice,
  hexWrite,
  latin1Slice,
  latin1Write,
  ucs2Slice,
  ucs2Write,
  utf8Slice,
  utf8Write,
} = internalBinding('buffer');

// The length base64 text decodes to at most: what the padding says, whatever else is in it.
function base64ByteLength(text) {
  let length = text.length;
  if (length > 0 && text[length - 1] === '=') length--;
  if (length > 1 && text[length - 1] === '=') length--;
  return (length * 3) >>> 2;
}

const singleByteLength = (text) => text.length;
const doubleByteLength = (text) => text.length * 2;

function operations(name, byteLength, write, slice, unit) {
  return { __proto__: null, name, byteLength, write, slice, unit };
}

const utf8 = operations('utf8', byteLengthUtf8, utf8Write, utf8Slice, 1);
const utf16le = operations('utf16le', doubleByteLength, ucs2Write, ucs2Slice, 2);
const latin1 = operations('latin1', singleByteLength, latin1Write, latin1Slice, 1);
const ascii = operations('ascii', singleByteLength, latin1Write, asciiSlice, 1);
const base64 = operations('base64', base64ByteLength, base64Write, base64Slice, 1);
const base64url = operations('base64url', base64ByteLength, base64Write, base64urlSlice, 1);
const hex = operations('hex', (text) => text.length >>> 1, hexWrite, hexSlice, 1);

const byName = {
  __proto__: null,
  'utf8': utf8,
  'utf-8': utf8,
  'ucs2': utf16le,
  'ucs-2': utf16le,
  'utf16le': utf16le,
  'utf-16le': utf16le,
  'latin1': latin1,
  'binary': latin1,
  'ascii': ascii,
  'base64': base64,
  'base64url': base64url,
  'hex': hex,
};

// The operations of an encoding name in any case, or undefined. The name may be any value.
function encodingOperations(encoding) {
  const found = byName[encoding];
  if (found !== undefined) return found;
  return byName[StringPrototypeToLowerCase(`${encoding}`)];
}

// The canonical name, or undefined for an unknown one. Nothing, null and '' mean UTF-8.
function normalizeEncoding(encoding) {
  if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
  return encodingOperations(encoding)?.name;
}

module.exports = { encodingOperations, normalizeEncoding, utf8 };
