// The readers of a program: one promise for each chunk, or for each buffer that it brings.
'use strict';

const {
  ArrayBufferIsView, ArrayBufferPrototypeGetDetached, NumberIsInteger, Promise, PromiseReject, PromiseResolve, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { isSharedArrayBuffer } = require('internal/util/types');
const { READABLE, ERRORED, acquireReader, cancel, read, release } = require('web/streams/readable_state');
const { DefaultControllerState, take } = require('web/streams/readable_default_controller');
const { ByteControllerState, bufferOf, byteLengthOf, pullInto } = require('web/streams/readable_byte_controller');
const { promiseOf } = require('web/streams/promises');
const { describe, inspectAs, kInspect } = require('web/streams/strategies');

class ReadableStreamDefaultReader {
  #record;

  constructor(stream) {
    const { stateOf } = require('web/streams/readable_stream');
    const state = stateOf(stream, 'stream');
    if (state.reader !== undefined) throw new ERR_INVALID_STATE.TypeError('ReadableStream is locked');
    this.#record = acquireReader(state);
    this.#record.face = this;
  }

  read() {
    if (!(#record in this)) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamDefaultReader'));
    return readPromise(this.#record);
  }

  releaseLock() {
    if (!(#record in this)) throw new ERR_INVALID_THIS('ReadableStreamDefaultReader');
    release(this.#record);
  }

  get closed() {
    if (this === null || typeof this !== 'object' || !(#record in this)) {
      return PromiseReject(new ERR_INVALID_THIS('ReadableStreamDefaultReader'));
    }
    return this.#record.closed.get();
  }

  cancel(reason = undefined) {
    if (!(#record in this)) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamDefaultReader'));
    const { stream } = this.#record;
    if (stream === undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('The reader is not attached to a stream'));
    return cancel(stream, reason);
  }

  [kInspect](depth, options) {
    const { stream, requests, closed } = this.#record;
    const fields = { stream: stream?.face, readRequests: requests.length, close: closed.get() };
    return inspectAs(this, 'ReadableStreamDefaultReader', fields, depth, options);
  }
}

class ReadableStreamBYOBReader {
  #record;

  constructor(stream) {
    const { stateOf } = require('web/streams/readable_stream');
    const state = stateOf(stream, 'stream');
    if (state.reader !== undefined) throw new ERR_INVALID_STATE.TypeError('ReadableStream is locked');
    if (!(state.controller instanceof ByteControllerState)) {
      throw new ERR_INVALID_ARG_VALUE('stream', stream, 'must be a byte stream');
    }
    this.#record = acquireReader(state, true);
    this.#record.face = this;
  }

  read(view, options = undefined) {
    if (!(#record in this)) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamBYOBReader'));
    try {
      return readInto(this.#record, view, options);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  releaseLock() {
    if (!(#record in this)) throw new ERR_INVALID_THIS('ReadableStreamBYOBReader');
    release(this.#record);
  }

  get closed() {
    if (this === null || typeof this !== 'object' || !(#record in this)) {
      return PromiseReject(new ERR_INVALID_THIS('ReadableStreamBYOBReader'));
    }
    return this.#record.closed.get();
  }

  cancel(reason = undefined) {
    if (!(#record in this)) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamBYOBReader'));
    const { stream } = this.#record;
    if (stream === undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('The reader is not attached to a stream'));
    return cancel(stream, reason);
  }

  [kInspect](depth, options) {
    const { stream, requests, closed } = this.#record;
    const fields = { stream: stream?.face, requests: requests.length, close: closed.get() };
    return inspectAs(this, 'ReadableStreamBYOBReader', fields, depth, options);
  }
}

describe(ReadableStreamDefaultReader, ['cancel', 'closed', 'read', 'releaseLock']);
describe(ReadableStreamBYOBReader, ['cancel', 'closed', 'read', 'releaseLock']);

// A request that settles a promise with what iterators give.
class PromiseRequest {
  promise;
  resolve;
  error;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.error = reject;
    });
  }

  chunk(value) {
    this.resolve({ done: false, value });
  }

  close(value) {
    this.resolve({ done: true, value });
  }
}

function readPromise(record) {
  const { stream } = record;
  if (stream === undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('The reader is not attached to a stream'));
  const { controller } = stream;
  // Most chunks are there already: one settled promise is all that they need.
  if (stream.status === READABLE && controller instanceof DefaultControllerState && controller.queue.length !== 0) {
    stream.isDisturbed = true;
    return PromiseResolve({ done: false, value: take(controller) });
  }
  const request = new PromiseRequest();
  read(record, request);
  return request.promise;
}

function readInto(record, view, options) {
  if (!ArrayBufferIsView(view)) throw new ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], view);
  if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  const minimum = minimumOf(options);
  const byteLength = byteLengthOf(view);
  const buffer = bufferOf(view);
  if (isSharedArrayBuffer(buffer)) throw new ERR_INVALID_ARG_VALUE('view', view, 'must not be backed by a SharedArrayBuffer');
  if (byteLength === 0 || buffer.byteLength === 0) {
    throw new ERR_INVALID_STATE.TypeError(ArrayBufferPrototypeGetDetached(buffer) ?
      'Viewed ArrayBuffer is detached' : 'View or Viewed ArrayBuffer is zero-length or detached');
  }
  const isTyped = TypedArrayPrototypeGetSymbolToStringTag(view) !== undefined;
  const length = isTyped ? TypedArrayPrototypeGetLength(view) : byteLength;
  if (minimum > length) throw new ERR_OUT_OF_RANGE('options.min', `<= view.${isTyped ? 'length' : 'byteLength'}`, minimum);
  const { stream } = record;
  if (stream === undefined) throw new ERR_INVALID_STATE.TypeError('The reader is not attached to a stream');
  const request = new PromiseRequest();
  stream.isDisturbed = true;
  if (stream.status === ERRORED) request.error(stream.error);
  else pullInto(stream.controller, view, minimum, request);
  // Node's answers are a promise of the promise.
  return promiseOf(request.promise);
}

function minimumOf(options) {
  const min = options?.min;
  if (min === undefined || min === null) return 1;
  if (typeof min !== 'number') throw new ERR_INVALID_ARG_TYPE('options.min', 'number', min);
  if (!NumberIsInteger(min)) throw new ERR_INVALID_ARG_VALUE('options.min', min, 'must be an integer');
  if (min <= 0) throw new ERR_INVALID_ARG_VALUE('options.min', min, 'must be greater than 0');
  return min;
}

module.exports = { ReadableStreamBYOBReader, ReadableStreamDefaultReader };
