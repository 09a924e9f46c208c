'use strict';

// Blob and File: immutable bytes with a type. Reading gives promises, as the bytes of other Blobs may
// be elsewhere; here they are in memory.

const {
  ArrayPrototypePush,
  DateNow,
  MathMax,
  MathMin,
  MathTrunc,
  ObjectDefineProperties,
  PromiseResolve,
  RegExpPrototypeExec,
  SafeMap,
  StringPrototypeToLowerCase,
  SymbolFor,
  SymbolIterator,
  SymbolToStringTag,
  Uint8Array,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_MISSING_ARGS },
} = require('internal/errors');
const { validateObject } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { Buffer } = require('internal/buffer/buffer');

const kInspect = SymbolFor('nodejs.util.inspect.custom');

let bytesOf;

class Blob {
  #bytes;
  #type;

  static {
    bytesOf = (blob) => blob.#bytes;
  }

  constructor(sources = [], options = {}) {
    if (sources === null || typeof sources !== 'object' || typeof sources[SymbolIterator] !== 'function') {
      throw new ERR_INVALID_ARG_TYPE('sources', 'a sequence', sources);
    }
    validateObject(options ?? {}, 'options');
    const endings = options?.endings;
    const parts = [];
    for (const source of sources) ArrayPrototypePush(parts, partOf(source, endings)); // iterable: the program's
    this.#bytes = new Uint8Array(Buffer.concat(parts));
    const type = `${options?.type ?? ''}`;
    this.#type = RegExpPrototypeExec(/[^\x20-\x7e]/, type) === null ? StringPrototypeToLowerCase(type) : '';
  }

  static isBlob(value) {
    return typeof value === 'object' && value !== null && #bytes in value;
  }

  get size() {
    check(this);
    return this.#bytes.byteLength;
  }

  get type() {
    check(this);
    return this.#type;
  }

  slice(start = 0, end = undefined, type = '') {
    check(this);
    const { byteLength } = this.#bytes;
    const from = clamp(start, byteLength);
    const to = end === undefined ? byteLength : clamp(end, byteLength);
    return new Blob([this.#bytes.subarray(from, MathMax(from, to))], { type });
  }

  arrayBuffer() {
    check(this);
    return PromiseResolve(this.#bytes.slice().buffer);
  }

  bytes() {
    check(this);
    return PromiseResolve(this.#bytes.slice());
  }

  async text() {
    check(this);
    const { TextDecoder } = require('internal/encoding/text_decoder');
    return new TextDecoder().decode(this.#bytes);
  }

  stream() {
    check(this);
    return streamOf(this.#bytes);
  }

  [kInspect](depth, options, inspect) {
    if (depth < 0) return this;
    return `Blob ${inspect({ size: this.size, type: this.type }, options)}`;
  }
}

const { isBlob } = Blob;
delete Blob.isBlob;

function check(value) {
  if (!isBlob(value)) throw new ERR_INVALID_THIS('Blob');
}

// Byte streams of at most this much at a time, as Node's have.
const PIECE = 65536;

function streamOf(bytes) {
  const { faceOf, makeByteStream } = require('web/streams/readable_stream');
  let at = 0;
  return faceOf(makeByteStream({
    __proto__: null,
    pull(controller) {
      if (at >= bytes.byteLength) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      const { byobRequest } = controller;
      const view = byobRequest?.view;
      const piece = bytes.slice(at, at + (view === undefined ? PIECE : MathMin(PIECE, view.byteLength)));
      at += piece.byteLength;
      if (view === undefined) {
        controller.enqueue(piece);
      } else {
        view.set(piece);
        byobRequest.respond(piece.byteLength);
      }
    },
    cancel() {
      at = bytes.byteLength;
      return PromiseResolve();
    },
  }));
}

function partOf(source, endings) {
  if (isAnyArrayBuffer(source)) return new Uint8Array(source.slice(0));
  if (isArrayBufferView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (isBlob(source)) return bytesOf(source);
  const text = `${source}`;
  return Buffer.from(endings === 'native' ? text.replace(/\r\n|\r/g, '\n') : text);
}

function clamp(index, length) {
  index = MathTrunc(+index) || 0;
  return index < 0 ? MathMax(length + index, 0) : MathMin(index, length);
}

class File extends Blob {
  #name;
  #lastModified;

  constructor(fileBits, fileName, options = {}) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('fileBits', 'fileName');
    super(fileBits, options);
    this.#name = `${fileName}`.toWellFormed();
    this.#lastModified = options?.lastModified === undefined ? DateNow() : MathTrunc(+options.lastModified) || 0;
  }

  get name() {
    return this.#name;
  }

  get lastModified() {
    return this.#lastModified;
  }

  [kInspect](depth, options, inspect) {
    if (depth < 0) return this;
    const { size, type, name, lastModified } = this;
    return `File ${inspect({ size, type, name, lastModified }, options)}`;
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Blob.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'Blob' },
  size: enumerable,
  type: enumerable,
  slice: enumerable,
  stream: enumerable,
  text: enumerable,
  arrayBuffer: enumerable,
  bytes: enumerable,
});
ObjectDefineProperties(File.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'File' },
  name: enumerable,
  lastModified: enumerable,
});

// Blobs that have an address until it is revoked, by the id in it.
const addressed = new SafeMap();
const ADDRESS = /^blob:nodedata:([^#?]*)/;

function createObjectURL(blob) {
  if (!isBlob(blob)) throw new ERR_INVALID_ARG_TYPE('obj', 'Blob', blob);
  const { randomUUID } = require('crypto');
  const id = randomUUID();
  addressed.set(id, blob);
  return `blob:nodedata:${id}`;
}

function revokeObjectURL(url) {
  const match = RegExpPrototypeExec(ADDRESS, `${url}`);
  if (match !== null) addressed.delete(match[1]);
}

function resolveObjectURL(url) {
  const match = RegExpPrototypeExec(ADDRESS, `${url}`);
  return match === null ? undefined : addressed.get(match[1]);
}

module.exports = { Blob, File, bytesOf, createObjectURL, isBlob, resolveObjectURL, revokeObjectURL };
