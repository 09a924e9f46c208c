// What `send` is called with: bytes in all their forms, as a list of buffers.
'use strict';

const { ArrayIsArray, ArrayPrototypePush } = primordials;

const { codes: { ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { Buffer } = require('internal/buffer/buffer');
const { isArrayBufferView } = require('internal/util/views');

const KINDS = ['Buffer', 'TypedArray', 'DataView', 'string'];

function bytesOf(value) {
  if (typeof value === 'string') return Buffer.from(value);
  if (!isArrayBufferView(value)) return undefined;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

// A part of one buffer.
function slice(given, offset, length) {
  const buffer = bytesOf(given);
  if (buffer === undefined) throw new ERR_INVALID_ARG_TYPE('buffer', KINDS, given);
  const from = offset >>> 0;
  const count = length >>> 0;
  if (from > buffer.byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (from + count > buffer.byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
  return Buffer.from(buffer.buffer, buffer.byteOffset + from, count);
}

function toList(given) {
  if (!ArrayIsArray(given)) {
    const buffer = bytesOf(given);
    if (buffer === undefined) throw new ERR_INVALID_ARG_TYPE('buffer', KINDS, given);
    return [buffer];
  }
  const list = [];
  for (let i = 0; i < given.length; i++) {
    const buffer = bytesOf(given[i]);
    if (buffer === undefined) throw new ERR_INVALID_ARG_TYPE('buffer list arguments', KINDS, given);
    ArrayPrototypePush(list, buffer);
  }
  return list;
}

// The old form, in which everything has to be there.
function validateSendTo(offset, length, port, address) {
  validateNumber(offset, 'offset');
  validateNumber(length, 'length');
  validateNumber(port, 'port');
  if (typeof address !== 'string') throw new ERR_INVALID_ARG_TYPE('address', 'string', address);
}

module.exports = { slice, toList, validateSendTo };
