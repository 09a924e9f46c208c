'use strict';

// The forms that take a whole buffer: with a callback, which is a stream read to its end, and synchronous, which is one
// call of the native side and makes a stream only when the program asks for it (`info`).

const { ArrayPrototypePush, MathFloor } = primordials;

const {
  codes: { ERR_BUFFER_TOO_LARGE, ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const { buffers, fastBuffer } = require('internal/buffer/late');
const { isAnyArrayBuffer, isArrayBufferView, isUint8Array } = require('internal/util/views');
const { validateFunction } = require('internal/validators');
const { bytesOf, checkOptions } = require('internal/zlib/options');
const { kGrows, processChunkSync, syncErrorOf } = require('internal/zlib/stream');
const hooks = require('internal/async_hooks/hooks');
const { close, process: processNative } = internalBinding('zlib');

// `(buffer, options, callback)`
function withCallback(Class) {
  return function asyncBufferWrapper(buffer, options, callback) {
    if (typeof options === 'function') {
      callback = options;
      options = {};
    }
    const stream = new Class(options);
    validateFunction(callback, 'callback');
    // Hooks are told of each step. What is stored and not compressed lies in blocks as long as there is room for them.
    if (!hooks.entering && !stream._info && stream._level !== 0) stream[kGrows] = 0;
    collect(stream, toStreamInput(buffer), callback);
  };
}

// Streams take strings and Uint8Arrays.
function toStreamInput(buffer) {
  if (isArrayBufferView(buffer) && !isUint8Array(buffer)) return bytesOf(buffer);
  if (isAnyArrayBuffer(buffer)) return buffers().from(buffer);
  return buffer;
}

function collect(stream, input, callback) {
  const chunks = [];
  let length = 0;
  stream.on('data', (chunk) => {
    ArrayPrototypePush(chunks, chunk);
    length += chunk.byteLength;
    if (length > stream._maxOutputLength) {
      stream.close();
      stream.removeAllListeners('end');
      callback(new ERR_BUFFER_TOO_LARGE(stream._maxOutputLength));
    }
  });
  stream.on('error', (error) => {
    // The end may already be on its way.
    stream.removeAllListeners('end');
    callback(error);
  });
  stream.on('end', () => {
    const buffer = chunks.length === 1 ? chunks[0] : buffers().concat(chunks, length);
    stream.close();
    callback(null, stream._info ? { buffer, engine: stream } : buffer);
  });
  stream.end(input);
}

// `(buffer, options)`; `open` and `flushes` as for the class's constructor.
function synchronous(Class, mode, open, flushes) {
  return function syncBufferWrapper(buffer, options) {
    if (options?.info) {
      const stream = new Class(options);
      const output = processChunkSync(stream, toBytes(buffer), stream._finishFlushFlag);
      return { buffer: output, engine: stream };
    }
    const checked = checkOptions(options, flushes);
    const { native } = open(options, mode, checked);
    const input = toBytes(buffer);
    const output = processNative(native, checked.finishFlush, input, checked.maxOutputLength, MathFloor(checked.chunkSize));
    close(native);
    const error = syncErrorOf(output, checked.maxOutputLength, checked.rejectGarbageAfterEnd);
    if (error !== undefined) throw error;
    return fastBuffer(output.buffer, output.byteOffset, output.byteLength);
  };
}

function toBytes(buffer) {
  if (typeof buffer === 'string') return buffers().from(buffer);
  if (isUint8Array(buffer)) return buffer;
  if (isArrayBufferView(buffer)) return bytesOf(buffer);
  if (isAnyArrayBuffer(buffer)) return fastBuffer(buffer);
  throw new ERR_INVALID_ARG_TYPE(
    'buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], buffer);
}

module.exports = { synchronous, withCallback };
