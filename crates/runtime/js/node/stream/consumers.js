'use strict';

// `stream/consumers`: a whole stream as one value.

const { ArrayPrototypePush, JSONParse } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/views');
const { Buffer } = require('internal/buffer/buffer');

// Chunks of any kind, as a Blob takes them.
async function blob(stream) {
  const { Blob } = require('internal/buffer/blob');
  const chunks = [];
  for await (const chunk of stream) ArrayPrototypePush(chunks, chunk);
  return new Blob(chunks);
}

async function arrayBuffer(stream) {
  return (await blob(stream)).arrayBuffer();
}

async function buffer(stream) {
  return Buffer.from(await arrayBuffer(stream));
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

module.exports = { arrayBuffer, blob, buffer, bytes, json, text };
