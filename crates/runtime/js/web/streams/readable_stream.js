// ReadableStream: chunks that a source gives as they are asked for.
'use strict';

const {
  AsyncIteratorPrototype, Number, ObjectDefineProperties, ObjectSetPrototypeOf, PromiseReject, SymbolAsyncIterator, SymbolFor,
  SymbolToStringTag,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS },
} = require('internal/errors');
const { READABLE, ERRORED, ReadableState, acquireReader, cancel } = require('web/streams/readable_state');
const { start: startSource } = require('web/streams/controller_state');
const { DefaultControllerState } = require('web/streams/readable_default_controller');
const { ByteControllerState } = require('web/streams/readable_byte_controller');
const { ReadableStreamBYOBReader, ReadableStreamDefaultReader } = require('web/streams/readable_readers');
const { methodOf } = require('web/streams/method');
const { quiet } = require('web/streams/promises');
const { describe, extractMark, extractSize, inspectAs, kInspect } = require('web/streams/strategies');

const kState = {};
const STATUS_NAMES = ['readable', 'closed', 'errored'];

let stateIn;
let has;

class ReadableStream {
  #state;

  static {
    stateIn = (stream) => stream.#state;
    has = (value) => value !== null && typeof value === 'object' && #state in value;
  }

  constructor(source = undefined, strategy = undefined) {
    // Only the builtins have the key to make a face over a state that exists.
    if (source === kState) {
      this.#state = strategy;
      strategy.face = this;
      return;
    }
    const state = this.#state = new ReadableState();
    state.face = this;
    construct(state, source === undefined ? {} : source, strategy);
  }

  static from(iterable) {
    const { fromIterable } = require('web/streams/from_iterable');
    return faceOf(fromIterable(iterable));
  }

  get locked() {
    return stateOf(this).reader !== undefined;
  }

  cancel(reason = undefined) {
    if (!has(this)) return PromiseReject(new ERR_INVALID_THIS('ReadableStream'));
    if (this.#state.reader !== undefined) return PromiseReject(new ERR_INVALID_STATE.TypeError('ReadableStream is locked'));
    return cancel(this.#state, reason);
  }

  getReader(options = undefined) {
    stateOf(this);
    checkObject(options, 'options');
    const mode = options?.mode;
    if (mode === undefined) return new ReadableStreamDefaultReader(this);
    if (`${mode}` !== 'byob') throw new ERR_INVALID_ARG_VALUE('options.mode', mode);
    return new ReadableStreamBYOBReader(this);
  }

  pipeThrough(transform, options = undefined) {
    const state = stateOf(this);
    const { isWritableStream, stateOf: writableStateOf } = require('web/streams/writable_stream');
    const readable = transform?.readable;
    if (!has(readable)) throw new ERR_INVALID_ARG_TYPE('transform.readable', 'ReadableStream', readable);
    const writable = transform?.writable;
    if (!isWritableStream(writable)) throw new ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream', writable);
    const pipeOptions = readPipeOptions(options);
    if (state.reader !== undefined) throw new ERR_INVALID_STATE.TypeError('The ReadableStream is locked');
    const target = writableStateOf(writable);
    if (target.writer !== undefined) throw new ERR_INVALID_STATE.TypeError('The WritableStream is locked');
    const { pipeTo } = require('web/streams/pipe_to');
    quiet(pipeTo(state, target, pipeOptions));
    return readable;
  }

  pipeTo(destination, options = undefined) {
    try {
      const state = stateOf(this);
      const { isWritableStream, stateOf: writableStateOf } = require('web/streams/writable_stream');
      if (!isWritableStream(destination)) throw new ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream', destination);
      const pipeOptions = readPipeOptions(options);
      if (state.reader !== undefined) throw new ERR_INVALID_STATE.TypeError('The ReadableStream is locked');
      const target = writableStateOf(destination);
      if (target.writer !== undefined) throw new ERR_INVALID_STATE.TypeError('The WritableStream is locked');
      const { pipeTo } = require('web/streams/pipe_to');
      return pipeTo(state, target, pipeOptions);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  tee() {
    const state = stateOf(this);
    if (state.reader !== undefined) throw new ERR_INVALID_STATE.TypeError('ReadableStream is locked');
    const { teeStream } = require('web/streams/tee');
    const { 0: left, 1: right } = teeStream(state);
    return [faceOf(left), faceOf(right)];
  }

  values(options = undefined) {
    const state = stateOf(this);
    checkObject(options, 'options');
    const preventCancel = !!options?.preventCancel;
    if (state.reader !== undefined) throw new ERR_INVALID_STATE.TypeError('ReadableStream is locked');
    const { StreamIteration } = require('web/streams/async_iterator');
    return makeIterator(new StreamIteration(acquireReader(state), preventCancel));
  }

  [kInspect](depth, options) {
    const state = stateOf(this);
    const supportsBYOB = state.controller instanceof ByteControllerState;
    const fields = { locked: state.reader !== undefined, state: STATUS_NAMES[state.status], supportsBYOB };
    return inspectAs(this, 'ReadableStream', fields, depth, options);
  }

  // What `stream.isReadable` and its like ask of any stream.
  get [SymbolFor('nodejs.stream.disturbed')]() { return this.#state.isDisturbed; }
  get [SymbolFor('nodejs.stream.errored')]() { return this.#state.status === ERRORED; }
  get [SymbolFor('nodejs.stream.readable')]() { return this.#state.status === READABLE; }
}

describe(ReadableStream, ['cancel', 'getReader', 'locked', 'pipeThrough', 'pipeTo', 'tee', 'values']);
ObjectDefineProperties(ReadableStream.prototype, {
  [SymbolAsyncIterator]: { __proto__: null, value: ReadableStream.prototype.values, writable: true, configurable: true, enumerable: false },
});
ObjectDefineProperties(ReadableStream, { from: { __proto__: null, enumerable: true } });

function construct(state, source, strategy) {
  if (source === null || (typeof source !== 'object' && typeof source !== 'function')) {
    throw new ERR_INVALID_ARG_TYPE('source', 'Object', source);
  }
  checkObject(strategy, 'strategy');
  const highWaterMark = strategy?.highWaterMark;
  const size = strategy?.size;
  const { autoAllocateChunkSize, cancel: cancelMethod, pull, start, type } = source;
  const isBytes = type !== undefined && `${type}` === 'bytes';
  if (type !== undefined && !isBytes) throw new ERR_INVALID_ARG_VALUE('source.type', type);
  checkMethod(cancelMethod, 'source.cancel');
  checkMethod(pull, 'source.pull');
  checkMethod(start, 'source.start');
  let record;
  if (isBytes) {
    if (size !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError('strategy.size', size);
    record = new ByteControllerState(state, extractMark(highWaterMark, 0), checkChunkSize(autoAllocateChunkSize));
  } else {
    record = new DefaultControllerState(state, extractMark(highWaterMark, 1), extractSize(size));
  }
  record.pull = methodOf(pull, source);
  record.cancel = cancelMethod ?? undefined;
  startSource(record, source, start ?? undefined);
}

function checkObject(value, name) {
  if (value === undefined || value === null || typeof value === 'object' || typeof value === 'function') return;
  throw new ERR_INVALID_ARG_TYPE(name, 'Object', value);
}

function checkMethod(value, name) {
  if (value !== undefined && value !== null && typeof value !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
}

function checkChunkSize(size) {
  if (size === undefined) return undefined;
  const number = Number(size);
  if (!(number >= 1 && number <= 9007199254740991)) throw new ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize', size);
  return number - number % 1;
}

function readPipeOptions(options) {
  checkObject(options, 'options');
  const preventAbort = options?.preventAbort;
  const preventCancel = options?.preventCancel;
  const preventClose = options?.preventClose;
  const signal = options?.signal;
  if (signal !== undefined) {
    const { AbortSignal } = require('web/abort_controller');
    if (!(signal instanceof AbortSignal)) throw new ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', signal);
  }
  return {
    __proto__: null, preventAbort: !!preventAbort, preventCancel: !!preventCancel, preventClose: !!preventClose, signal,
  };
}

// The state of a program's stream, or an error that says what is none.
function stateOf(value, argument = undefined) {
  if (has(value)) return stateIn(value);
  if (argument === undefined) throw new ERR_INVALID_THIS('ReadableStream');
  throw new ERR_INVALID_ARG_TYPE(argument, 'ReadableStream', value);
}

function faceOf(state) {
  return state.face ?? new ReadableStream(kState, state);
}

// A stream of ours: `source` has `pull` and `cancel`, which are called as methods of it; `cancel` gives a promise.
function makeStream(source, highWaterMark = 1, sizeOf = undefined) {
  const state = new ReadableState();
  const record = new DefaultControllerState(state, highWaterMark, sizeOf);
  record.pull = source.pull;
  record.cancel = source.cancel;
  record.isOurs = true;
  startSource(record, source, source.start);
  return state;
}

function makeByteStream(source, highWaterMark = 0) {
  const state = new ReadableState();
  const record = new ByteControllerState(state, highWaterMark, undefined);
  record.pull = source.pull;
  record.cancel = source.cancel;
  record.isOurs = true;
  startSource(record, source, source.start);
  return state;
}

// The iterators of all streams share one prototype, which names nothing but what a program may call.
let iterationOf;

class ReadableStreamAsyncIterator {
  #iteration;

  static {
    iterationOf = (value) => value.#iteration;
  }

  constructor(iteration) {
    this.#iteration = iteration;
  }

  next() {
    return iterationOf(this).next();
  }

  return(value) {
    return iterationOf(this).return(value);
  }
}

ObjectSetPrototypeOf(ReadableStreamAsyncIterator.prototype, AsyncIteratorPrototype);
delete ReadableStreamAsyncIterator.prototype.constructor;
ObjectDefineProperties(ReadableStreamAsyncIterator.prototype, {
  next: { __proto__: null, enumerable: true },
  return: { __proto__: null, enumerable: true },
  [SymbolToStringTag]: { __proto__: null, value: 'ReadableStream AsyncIterator', configurable: true },
});

function makeIterator(iteration) {
  return new ReadableStreamAsyncIterator(iteration);
}

// The standard's own word for `tee`, for those who clone bodies.
function ReadableStreamTee(stream, _cloneForBranch2) {
  const { teeStream } = require('web/streams/tee');
  const { 0: left, 1: right } = teeStream(stateOf(stream, 'stream'));
  return [faceOf(left), faceOf(right)];
}

module.exports = {
  ReadableStream, ReadableStreamTee, faceOf, isReadableStream: has, makeByteStream, makeStream, stateOf,
};
