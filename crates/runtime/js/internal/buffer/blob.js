'use strict';

// Blob and File: immutable bytes with a type. They are in memory, or in a file that is read when they are asked for.

const {
  ArrayPrototypePush,
  DateNow,
  MathMax,
  MathMin,
  MathTrunc,
  ObjectDefineProperties,
  PromisePrototypeThen,
  PromiseResolve,
  RegExpPrototypeExec,
  SafeMap,
  StringPrototypeToLowerCase,
  SymbolFor,
  SymbolIterator,
  SymbolToStringTag,
  TypeError,
  TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_MISSING_ARGS },
} = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/views');
const { Buffer } = require('internal/buffer/buffer');

const kInspect = SymbolFor('nodejs.util.inspect.custom');

let bytesOf;
let ofFile;
let withBytes;

class Blob {
  #bytes;
  #type;
  // A part of a file in place of the bytes; see internal/fs/file_blob.
  #part;

  static {
    bytesOf = (blob) => blob.#part?.readSync() ?? blob.#bytes;
    // Bytes of blobs do not change, so a copy has the same.
    withBytes = (blob, bytes, type) => {
      blob.#bytes = bytes;
      blob.#type = type;
      return blob;
    };
    ofFile = (part, type) => {
      const blob = new Blob();
      blob.#part = part;
      blob.#type = type;
      return blob;
    };
  }

  constructor(sources = [], options = {}) {
    if (sources === null || typeof sources !== 'object' || typeof sources[SymbolIterator] !== 'function') {
      const error = new TypeError('Value cannot be converted to sequence.');
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
    if (options !== null && typeof options !== 'object' && typeof options !== 'function') {
      throw new ERR_INVALID_ARG_TYPE('options', 'a dictionary', options);
    }
    const endings = readEndings(options?.endings);
    const parts = [];
    for (const source of sources) ArrayPrototypePush(parts, partOf(source, endings)); // iterable: the program's
    this.#bytes = joined(parts);
    const given = options?.type;
    const type = given === undefined ? '' : `${given}`;
    this.#type = RegExpPrototypeExec(/[^\x20-\x7e]/, type) === null ? StringPrototypeToLowerCase(type) : '';
  }

  static isBlob(value) {
    return typeof value === 'object' && value !== null && #bytes in value;
  }

  get size() {
    check(this);
    return this.#part?.size ?? this.#bytes.byteLength;
  }

  get type() {
    check(this);
    return this.#type;
  }

  slice(start = 0, end = undefined, type = '') {
    check(this);
    const { size } = this;
    const from = clamp(start, size);
    const to = end === undefined ? size : clamp(end, size);
    if (this.#part !== undefined) {
      return ofFile(this.#part.slice(from, MathMax(from, to)), new Blob([], { type }).#type);
    }
    return new Blob([this.#bytes.subarray(from, MathMax(from, to))], { type });
  }

  arrayBuffer() {
    check(this);
    if (this.#part !== undefined) return PromisePrototypeThen(this.#part.read(), (bytes) => bytes.buffer);
    return PromiseResolve(this.#bytes.slice().buffer);
  }

  bytes() {
    check(this);
    return this.#part?.read() ?? PromiseResolve(this.#bytes.slice());
  }

  async text() {
    check(this);
    const { TextDecoder } = require('internal/encoding/text_decoder');
    return new TextDecoder().decode(await this.#part?.read() ?? this.#bytes);
  }

  stream() {
    check(this);
    return streamOf(this.#part ?? this.#bytes);
  }

  textStream() {
    check(this);
    const { TextDecoderStream } = require('web/streams/text_streams');
    return streamOf(this.#part ?? this.#bytes).pipeThrough(new TextDecoderStream());
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

// Of bytes, or of a part of a file.
function streamOf(source) {
  const { faceOf, makeByteStream } = require('web/streams/readable_stream');
  const isInMemory = isArrayBufferView(source);
  const size = isInMemory ? source.byteLength : source.size;
  let at = 0;
  const give = (controller, piece) => {
    const { byobRequest } = controller;
    at += piece.byteLength;
    if (!byobRequest) {
      controller.enqueue(piece);
    } else {
      byobRequest.view.set(piece);
      byobRequest.respond(piece.byteLength);
    }
  };
  return faceOf(makeByteStream({
    __proto__: null,
    pull(controller) {
      if (at >= size) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      const end = MathMin(size, at + MathMin(PIECE, controller.byobRequest?.view.byteLength ?? PIECE));
      if (!isInMemory) return PromisePrototypeThen(source.slice(at, end).read(), (piece) => give(controller, piece));
      give(controller, source.slice(at, end));
      return undefined;
    },
    cancel() {
      at = size;
      return PromiseResolve();
    },
  }));
}

// What becomes of line ends in text: a word of the standard, if any.
function readEndings(endings) {
  if (endings === undefined) return 'transparent';
  const word = `${endings}`;
  if (word !== 'transparent' && word !== 'native') throw new ERR_INVALID_ARG_VALUE('options.endings', word);
  return word;
}

function partOf(source, endings) {
  if (isAnyArrayBuffer(source)) return new Uint8Array(source.slice(0));
  if (isArrayBufferView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (isBlob(source)) return bytesOf(source);
  const text = `${source}`;
  return Buffer.from(endings === 'native' ? text.replace(/\r\n|\r/g, '\n') : text);
}

// In memory of its own: Buffer.concat may answer with a piece of the pool, which would have to be copied again.
function joined(parts) {
  let size = 0;
  for (let i = 0; i < parts.length; i++) size += parts[i].byteLength;
  const bytes = new Uint8Array(size);
  for (let i = 0, at = 0; i < parts.length; at += parts[i++].byteLength) TypedArrayPrototypeSet(bytes, parts[i], at);
  return bytes;
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

  static isFile(value) {
    return typeof value === 'object' && value !== null && #name in value;
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

const { isFile } = File;
delete File.isFile;

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Blob.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'Blob' },
  size: enumerable,
  type: enumerable,
  slice: enumerable,
  stream: enumerable,
  text: enumerable,
  textStream: enumerable,
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

// What a request for an address gets: with a query it is that of nothing.
function blobToLoad(url) {
  return RegExpPrototypeExec(/^[^#]*\?/, url) === null ? resolveObjectURL(url) : undefined;
}

// What a structured clone makes of them; see web/structured_clone.
const kinds = [
  {
    __proto__: null,
    name: 'File',
    is: isFile,
    clone: (file) => makeFile(bytesOf(file), file.type, file.name, file.lastModified),
    pack: (file) => [bytesOf(file), file.type, file.name, file.lastModified],
    unpack: ({ 0: bytes, 1: type, 2: name, 3: lastModified }) => makeFile(bytes, type, name, lastModified),
  },
  {
    __proto__: null,
    name: 'Blob',
    is: isBlob,
    clone: (blob) => withBytes(new Blob(), bytesOf(blob), blob.type),
    pack: (blob) => [bytesOf(blob), blob.type],
    unpack: ({ 0: bytes, 1: type }) => withBytes(new Blob(), bytes, type),
  },
];

function makeFile(bytes, type, name, lastModified) {
  return withBytes(new File([], name, { lastModified }), bytes, type);
}

module.exports = {
  Blob, File, kinds, blobToLoad, bytesOf, createObjectURL, isBlob, ofFile, resolveObjectURL, revokeObjectURL,
};
