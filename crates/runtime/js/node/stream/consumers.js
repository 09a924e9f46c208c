'use strict';

// `stream/consumers`: a whole stream as one value.

const { ArrayPrototypePush, JSONParse } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { Buffer } = require('internal/buffer/buffer');

async function buffer(stream) {
  const chunks = [];
  for await (const chunk of stream) {
    ArrayPrototypePush(chunks, typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(
      chunk.buffer ?? chunk, chunk.byteOffset ?? 0, chunk.byteLength));
  }
  return Buffer.concat(chunks);
}

async function arrayBuffer(stream) {
  const bytes = await buffer(stream);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

async function bytes(stream) {
  return new Uint8Array(await arrayBuffer(stream));
}

async function text(stream) {
  const { TextDecoder } = require('internal/encoding/text_decoder');
  const decoder = new TextDecoder();
  let result = '';
  for await (const chunk of stream) {
    if (typeof chunk === 'string') {
      result += chunk;
    } else if (isAnyArrayBuffer(chunk) || isArrayBufferView(chunk)) {
      result += decoder.decode(chunk, { stream: true });
    } else {
      throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'ArrayBufferView'], chunk);
    }
  }
  return result + decoder.decode();
}

async function json(stream) {
  return JSONParse(await text(stream));
}

async function blob(stream) {
  const { Blob } = require('internal/buffer/blob');
  return new Blob([await arrayBuffer(stream)]);
}

module.exports = { arrayBuffer, blob, buffer, bytes, json, text };
