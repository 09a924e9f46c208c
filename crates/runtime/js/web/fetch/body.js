// Bodies of requests and responses: bytes that are read once. Reading takes a task, as it does where bytes arrive in pieces.
'use strict';

const {
  ArrayBufferIsView, JSONParse, ObjectDefineProperties, ObjectGetOwnPropertyDescriptors, Promise, PromiseReject, TypeError, Uint8Array,
} = primordials;

const { makeSlot } = require('web/dom/slots');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { isAnyArrayBuffer } = require('internal/util/types');

const slot = makeSlot();

// What a body given by a program is: its bytes and the type that it implies.
function extract(body) {
  if (body === undefined || body === null) return { __proto__: null, bytes: null, type: null };
  const { bytesOf, isBlob } = require('internal/buffer/blob');
  if (isBlob(body)) return { __proto__: null, bytes: bytesOf(body), type: body.type === '' ? null : body.type };
  if (isAnyArrayBuffer(body)) return { __proto__: null, bytes: new Uint8Array(new Uint8Array(body)), type: null };
  if (ArrayBufferIsView(body)) {
    return { __proto__: null, bytes: new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)), type: null };
  }
  const { URLSearchParams } = require('internal/url/search_params');
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain;charset=UTF-8';
  const { TextEncoder } = require('internal/encoding');
  return { __proto__: null, bytes: new TextEncoder().encode(`${body}`), type };
}

function giveBody(owner, bytes) {
  return slot.give(owner, { bytes, isUsed: false });
}

function copyOf(owner) {
  const { bytes, isUsed } = slot.of(owner);
  if (isUsed) throw new TypeError('Response body is already used');
  return bytes;
}

// A promise of what `convert` makes of the bytes.
function read(owner, method, convert) {
  const { bytes, isUsed } = slot.of(owner);
  if (isUsed) {
    return PromiseReject(new TypeError(`Failed to execute '${method}' on '${owner.constructor.name}': body stream already read`));
  }
  if (bytes !== null) slot.of(owner).isUsed = true;
  return new Promise((resolve, reject) => {
    queueTask(SOURCES.networking, () => {
      try {
        resolve(convert(bytes ?? new Uint8Array(0)));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function decode(bytes) {
  const { TextDecoder } = require('internal/encoding');
  return new TextDecoder().decode(bytes);
}

const members = {
  get bodyUsed() { return slot.of(this).isUsed; },

  get body() {
    const { DOMException } = require('internal/errors/dom_exception');
    throw new DOMException('body is a ReadableStream, which is not available; use text(), json(), arrayBuffer(), bytes() or blob()',
      'NotSupportedError');
  },

  text() {
    return read(this, 'text', decode);
  },

  json() {
    return read(this, 'json', (bytes) => JSONParse(decode(bytes)));
  },

  arrayBuffer() {
    return read(this, 'arrayBuffer', (bytes) => new Uint8Array(bytes).buffer);
  },

  bytes() {
    return read(this, 'bytes', (bytes) => new Uint8Array(bytes));
  },

  blob() {
    const type = this.headers.get('content-type') ?? '';
    return read(this, 'blob', (bytes) => {
      const { Blob } = require('internal/buffer/blob');
      return new Blob([bytes], { __proto__: null, type });
    });
  },
};

function mixBody(prototype) {
  ObjectDefineProperties(prototype, ObjectGetOwnPropertyDescriptors(members));
}

module.exports = { copyOf, extract, giveBody, mixBody };
