// WritableStream and its writer: chunks go to a sink one by one, and the writer can see when there is room.
'use strict';

const { PromiseReject, PromiseWithResolvers, SymbolFor } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS },
} = require('internal/errors');
const { methodOf } = require('web/streams/method');
const { describe, extractMark, extractSize, inspectAs, kInspect } = require('web/streams/strategies');
const { WritableControllerState, chunkSize, desiredSize, start, write: enqueue } = require('web/streams/writable_controller');
const {
  CLOSED, ERRORED, ERRORING, WRITABLE, WritableState, abort, acquireWriter, close, isClosing, releaseWriter,
} = require('web/streams/writable_state');

const kState = {};
const STATUS_NAMES = ['writable', 'closed', 'errored', 'erroring'];

let stateIn;
let has;

class WritableStream {
  #state;

  static {
    stateIn = (stream) => stream.#state;
    has = (value) => value !== null && typeof value === 'object' && #state in value;
  }

  constructor(sink = undefined, strategy = undefined) {
    // Only the builtins have the key to make a face over a state that exists.
    if (sink === kState) {
      this.#state = strategy;
      strategy.face = this;
      return;
    }
    const state = this.#state = new WritableState();
    state.face = this;
    construct(state, sink === undefined ? {} : sink, strategy);
  }

  get locked() {
    return stateOf(this).writer !== undefined;
  }

  abort(reason = undefined) {
    if (!has(this)) return PromiseReject(new ERR_INVALID_THIS('WritableStream'));
    if (this.#state.writer !== undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('WritableStream is locked'));
    return abort(this.#state, reason);
  }

  close() {
    if (!has(this)) return PromiseReject(new ERR_INVALID_THIS('WritableStream'));
    if (this.#state.writer !== undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('WritableStream is locked'));
    if (isClosing(this.#state)) {
      return PromiseReject(new ERR_INVALID_STATE.TypeError('Failure closing WritableStream'));
    }
    return close(this.#state);
  }

  getWriter() {
    stateOf(this);
    return new WritableStreamDefaultWriter(this);
  }

  [kInspect](depth, options) {
    const state = stateOf(this);
    return inspectAs(this, 'WritableStream', { locked: state.writer !== undefined, state: STATUS_NAMES[state.status] }, depth, options);
  }

  // What `stream.isErrored` and its like ask of any stream.
  get [SymbolFor('nodejs.stream.errored')]() { return this.#state.status === ERRORED || this.#state.status === ERRORING; }
  get [SymbolFor('nodejs.stream.writable')]() { return this.#state.status === WRITABLE; }
}

class WritableStreamDefaultWriter {
  #record;

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#record in value)) throw new ERR_INVALID_THIS('WritableStreamDefaultWriter');
    return value.#record;
  }

  constructor(stream) {
    if (!has(stream)) throw new ERR_INVALID_ARG_TYPE('stream', 'WritableStream', stream);
    this.#record = acquireWriter(stateIn(stream));
    this.#record.face = this;
  }

  get closed() {
    if (this === null || typeof this !== 'object' || !(#record in this)) {
      return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    }
    return this.#record.closed.get();
  }

  get desiredSize() {
    const { stream } = WritableStreamDefaultWriter.#of(this);
    if (stream === undefined) throw new ERR_INVALID_STATE.TypeError('Writer is not bound to a WritableStream');
    if (stream.status === ERRORED || stream.status === ERRORING) return null;
    return stream.status === CLOSED ? 0 : desiredSize(stream.controller);
  }

  get ready() {
    if (this === null || typeof this !== 'object' || !(#record in this)) {
      return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    }
    return this.#record.ready.get();
  }

  abort(reason = undefined) {
    if (!(#record in this)) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    const { stream } = this.#record;
    if (stream === undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('Writer is not bound to a WritableStream'));
    return abort(stream, reason);
  }

  close() {
    if (!(#record in this)) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    const { stream } = this.#record;
    if (stream === undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('Writer is not bound to a WritableStream'));
    if (isClosing(stream)) return PromiseReject(new ERR_INVALID_STATE.TypeError('Failure to close WritableStream'));
    return close(stream);
  }

  releaseLock() {
    releaseWriter(WritableStreamDefaultWriter.#of(this));
  }

  write(chunk = undefined) {
    if (!(#record in this)) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    const record = this.#record;
    if (record.stream === undefined) {
      return PromiseReject(new ERR_INVALID_STATE.TypeError('Writer is not bound to a WritableStream'));
    }
    const request = PromiseWithResolvers();
    write(record, chunk, request);
    return request.promise;
  }

  [kInspect](depth, options) {
    const { stream, closed, ready } = this.#record;
    const fields = { stream: stream?.face, close: closed.get(), ready: ready.get(), desiredSize: stream === undefined ? undefined : this.desiredSize };
    return inspectAs(this, 'WritableStreamDefaultWriter', fields, depth, options);
  }
}

describe(WritableStream, ['abort', 'close', 'getWriter', 'locked']);
describe(WritableStreamDefaultWriter, ['abort', 'close', 'closed', 'desiredSize', 'ready', 'releaseLock', 'write']);

// Writes by a writer record; the request is told of the chunk's end.
function write(record, chunk, request) {
  const { stream } = record;
  const { controller } = stream;
  const size = chunkSize(controller, chunk);
  // The function that was asked may have released the writer or changed the stream.
  if (stream !== record.stream) {
    request.reject(new ERR_INVALID_STATE.TypeError('Mismatched WritableStreams'));
    return;
  }
  if (stream.status === ERRORED) {
    request.reject(stream.error);
  } else if (isClosing(stream) || stream.status === CLOSED) {
    request.reject(new ERR_INVALID_STATE.TypeError('WritableStream is closed'));
  } else if (stream.status === ERRORING) {
    request.reject(stream.error);
  } else {
    stream.requests.push(request);
    enqueue(controller, chunk, size);
  }
}

function construct(state, sink, strategy) {
  if (sink === null || (typeof sink !== 'object' && typeof sink !== 'function')) throw new ERR_INVALID_ARG_TYPE('sink', 'Object', sink);
  if (strategy !== undefined && strategy !== null && typeof strategy !== 'object' && typeof strategy !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('strategy', 'Object', strategy);
  }
  const highWaterMark = strategy?.highWaterMark;
  const size = strategy?.size;
  const { abort: abortMethod, close: closeMethod, start: startMethod, type, write: writeMethod } = sink;
  if (type !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError('type', type);
  checkMethod(abortMethod, 'sink.abort');
  checkMethod(closeMethod, 'sink.close');
  checkMethod(startMethod, 'sink.start');
  checkMethod(writeMethod, 'sink.write');
  const sizeOf = extractSize(size);
  const record = new WritableControllerState(state, extractMark(highWaterMark, 1), sizeOf);
  record.abortMethod = abortMethod ?? undefined;
  record.closeMethod = closeMethod ?? undefined;
  record.writeMethod = methodOf(writeMethod, sink);
  start(record, sink, startMethod ?? undefined);
}

function checkMethod(value, name) {
  if (value !== undefined && value !== null && typeof value !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
}

// The state of a program's stream, or an error that says what is none.
function stateOf(value, argument = undefined) {
  if (has(value)) return stateIn(value);
  if (argument === undefined) throw new ERR_INVALID_THIS('WritableStream');
  throw new ERR_INVALID_ARG_TYPE(argument, 'WritableStream', value);
}

function faceOf(state) {
  return state.face ?? new WritableStream(kState, state);
}

// A stream of ours over a sink with `close` and `abort`, which give promises, and `write`, which is called with a chunk and the
// functions to call when that is written or can not be, later.
function makeWritable(sink, highWaterMark = 1, sizeOf = undefined) {
  const state = new WritableState();
  const record = new WritableControllerState(state, highWaterMark, sizeOf);
  record.abortMethod = sink.abort;
  record.closeMethod = sink.close;
  record.writeMethod = sink.write;
  record.isOurs = true;
  start(record, sink, sink.start);
  return state;
}

module.exports = {
  WritableStream, WritableStreamDefaultWriter, faceOf, isWritableStream: has, makeWritable, stateOf, write,
};
