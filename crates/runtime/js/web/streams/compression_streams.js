// CompressionStream and DecompressionStream: zlib's streams between two of the web.
'use strict';

const { ArrayBufferIsView, FunctionPrototypeCall, TypeError } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } } = require('internal/errors');
const { isSharedArrayBuffer } = require('internal/util/types');
const { describe, inspectAs, kInspect } = require('web/streams/strategies');

const COMPRESSORS = {
  '__proto__': null, 'deflate': 'createDeflate', 'deflate-raw': 'createDeflateRaw', 'gzip': 'createGzip', 'brotli': 'createBrotliCompress',
};
const DECOMPRESSORS = {
  '__proto__': null, 'deflate': 'createInflate', 'deflate-raw': 'createInflateRaw', 'gzip': 'createGunzip',
  'brotli': 'createBrotliDecompress',
};

function pairOf(Class, makers, format, options) {
  const maker = typeof format === 'string' ? makers[format] : undefined;
  if (maker === undefined) {
    const error = new TypeError(
      `Failed to construct '${Class}': 1st argument '${format}' is not a valid enum value of type CompressionFormat.`);
    error.code = 'ERR_INVALID_ARG_VALUE';
    throw error;
  }
  const { duplexToWeb } = require('internal/stream/web_adapters');
  const handle = require('zlib')[maker](options);
  // What is no compressed data is a TypeError on the web.
  const { destroy } = handle;
  handle.destroy = function(error, callback) {
    return FunctionPrototypeCall(destroy, this, asTypeError(error), callback);
  };
  return duplexToWeb(handle, {}, refuseShared);
}

// Memory that another thread may change meanwhile; all else that is no chunk is refused by the stream itself.
function refuseShared(chunk) {
  if (!isSharedArrayBuffer(ArrayBufferIsView(chunk) ? chunk.buffer : chunk)) return;
  throw new ERR_INVALID_ARG_TYPE('chunk', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], chunk);
}

function asTypeError(error) {
  if (error === null || error === undefined || typeof error.code !== 'string' || error instanceof TypeError) return error;
  const failure = new TypeError(undefined, { __proto__: null, cause: error });
  failure.code = error.code;
  return failure;
}

class CompressionStream {
  #pair;

  constructor(format) {
    this.#pair = pairOf('CompressionStream', COMPRESSORS, format);
  }

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#pair in value)) throw new ERR_INVALID_THIS('CompressionStream');
    return value.#pair;
  }

  get readable() { return CompressionStream.#of(this).readable; }
  get writable() { return CompressionStream.#of(this).writable; }

  [kInspect](depth, options) {
    const { readable, writable } = CompressionStream.#of(this);
    return inspectAs(this, 'CompressionStream', { readable, writable }, depth, options);
  }
}

class DecompressionStream {
  #pair;

  constructor(format) {
    this.#pair = pairOf('DecompressionStream', DECOMPRESSORS, format, { __proto__: null, rejectGarbageAfterEnd: true });
  }

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#pair in value)) throw new ERR_INVALID_THIS('DecompressionStream');
    return value.#pair;
  }

  get readable() { return DecompressionStream.#of(this).readable; }
  get writable() { return DecompressionStream.#of(this).writable; }

  [kInspect](depth, options) {
    const { readable, writable } = DecompressionStream.#of(this);
    return inspectAs(this, 'DecompressionStream', { readable, writable }, depth, options);
  }
}

describe(CompressionStream, ['readable', 'writable']);
describe(DecompressionStream, ['readable', 'writable']);

module.exports = { CompressionStream, DecompressionStream };
