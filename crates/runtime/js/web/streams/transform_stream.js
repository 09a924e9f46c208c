// TransformStream: what is written to one side comes out of the other, changed on the way.
//
// The two sides are streams of ours whose sink and source are this file's. While the readable side wants nothing there is
// backpressure: a write waits then for a promise that is renewed with each change.
'use strict';

const { FunctionPrototypeCall, PromiseReject, PromiseResolve, PromiseWithResolvers } = primordials;

const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS },
} = require('internal/errors');
const { LATER } = require('web/streams/controller_state');
const { methodOf } = require('web/streams/method');
const { inContext, promiseOf, react, soon, then, upon } = require('web/streams/promises');
const {
  canEnqueue, closeController, desiredSize, enqueue, failController, mustPull,
} = require('web/streams/readable_default_controller');
const { ERRORED: READABLE_ERRORED } = require('web/streams/readable_state');
const { faceOf: readableFace, makeStream } = require('web/streams/readable_stream');
const { describe, extractMark, extractSize, inspectAs, kInspect } = require('web/streams/strategies');
const { failIfWritable } = require('web/streams/writable_controller');
const { ERRORED, ERRORING } = require('web/streams/writable_state');
const { faceOf: writableFace, makeWritable } = require('web/streams/writable_stream');

const kConstruct = {};
const kState = {};

let has;

class TransformStream {
  #state;

  static {
    has = (value) => value !== null && typeof value === 'object' && #state in value;
  }

  constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
    this.#state = transformer === kState ? writableStrategy : construct(transformer === undefined ? {} : transformer, writableStrategy, readableStrategy);
  }

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#state in value)) throw new ERR_INVALID_THIS('TransformStream');
    return value.#state;
  }

  get readable() {
    return readableFace(TransformStream.#of(this).readable);
  }

  get writable() {
    return writableFace(TransformStream.#of(this).writable);
  }

  [kInspect](depth, options) {
    const { backpressure } = TransformStream.#of(this);
    const fields = { readable: this.readable, writable: this.writable, backpressure };
    return inspectAs(this, 'TransformStream', fields, depth, options);
  }
}

class TransformStreamDefaultController {
  #state;

  constructor(key = undefined, state = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#state = state;
  }

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#state in value)) {
      throw new ERR_INVALID_THIS('TransformStreamDefaultController');
    }
    return value.#state;
  }

  get desiredSize() {
    return desiredSize(TransformStreamDefaultController.#of(this).readable.controller);
  }

  enqueue(chunk = undefined) {
    give(TransformStreamDefaultController.#of(this), chunk);
  }

  error(reason = undefined) {
    failBoth(TransformStreamDefaultController.#of(this), reason);
  }

  terminate() {
    terminate(TransformStreamDefaultController.#of(this));
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'TransformStreamDefaultController', {}, depth, options);
  }
}

describe(TransformStream, ['readable', 'writable']);
describe(TransformStreamDefaultController, ['desiredSize', 'enqueue', 'error', 'terminate']);

// What a transform is: `transformer` has the functions `transform`, `flush` and `cancel`, any of which may be missing.
class TransformState {
  face = undefined;
  transformer;
  transform;
  flush;
  cancel;
  backpressure = true;
  // Called in a microtask when the backpressure changes. One side waits at a time: the writable for it to go, the readable for it to
  // come.
  onChange = undefined;
  chunk = undefined; // Of the writable while it waits.
  onWritten = undefined;
  onWriteFailed = undefined;
  onRoom;
  onTransformed;
  onTransformFailed;
  finish = undefined;
  isForgotten = false;
  readable = undefined;
  writable = undefined;

  constructor(transformer, methods) {
    this.transformer = transformer;
    this.transform = methodOf(methods.transform, transformer);
    this.flush = methods.flush;
    this.cancel = methods.cancel;
    this.onRoom = () => resumeWrite(this);
    this.onTransformed = () => soon(this.onWritten);
    this.onTransformFailed = (error) => {
      failBoth(this, error);
      soon(() => this.onWriteFailed(error));
    };
  }

  // The two sides; they start when `started`, a promise, is fulfilled.
  open(started, writableMark, writableSize, readableMark, readableSize) {
    this.writable = makeWritable(new TransformSink(this, started), writableMark, writableSize);
    this.readable = makeStream(new TransformSource(this, started), readableMark, readableSize);
  }
}

// Its sides are classes, so that the functions of all transforms are the same.
class TransformSink {
  state;
  started;

  constructor(state, started) {
    this.state = state;
    this.started = started;
  }

  start() { return this.started; }

  write(chunk, onWritten, onFailed) { sinkWrite(this.state, chunk, onWritten, onFailed); }

  close() { return sinkClose(this.state); }

  abort(reason) { return promiseOf(sinkAbort(this.state, reason)); } // Node's is a promise of the promise.
}

class TransformSource {
  state;
  started;

  constructor(state, started) {
    this.state = state;
    this.started = started;
  }

  start() { return this.started; }

  pull() {
    const { state } = this;
    setBackpressure(state, false);
    state.onChange = inContext(state.readable.controller.onPulled);
    return LATER;
  }

  cancel(reason) { return sourceCancel(this.state, reason); }
}

function construct(transformer, writableStrategy, readableStrategy) {
  if (transformer === null) throw new ERR_INVALID_ARG_TYPE('transformer', 'Object', transformer);
  checkObject(transformer, 'transformer');
  checkObject(writableStrategy, 'writableStrategy');
  checkObject(readableStrategy, 'readableStrategy');
  const readableMark = readableStrategy?.highWaterMark;
  const readableSize = readableStrategy?.size;
  const writableMark = writableStrategy?.highWaterMark;
  const writableSize = writableStrategy?.size;
  const { cancel, flush, readableType, start, transform, writableType } = transformer;
  if (readableType !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError('transformer.readableType', readableType);
  if (writableType !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError('transformer.writableType', writableType);
  checkMethod(cancel, 'transformer.cancel');
  checkMethod(flush, 'transformer.flush');
  checkMethod(start, 'transformer.start');
  checkMethod(transform, 'transformer.transform');
  const state = new TransformState(transformer, {
    __proto__: null, cancel: cancel ?? undefined, flush: flush ?? undefined, transform: transform ?? undefined,
  });
  const started = PromiseWithResolvers();
  const readableSizeOf = extractSize(readableSize);
  const readableHighWaterMark = extractMark(readableMark, 0);
  const writableSizeOf = extractSize(writableSize);
  state.open(started.promise, extractMark(writableMark, 1), writableSizeOf, readableHighWaterMark, readableSizeOf);
  started.resolve(start === undefined || start === null ? undefined : FunctionPrototypeCall(start, transformer, faceOf(state)));
  return state;
}

function checkObject(value, name) {
  if (value === undefined || value === null || typeof value === 'object' || typeof value === 'function') return;
  throw new ERR_INVALID_ARG_TYPE(name, 'Object', value);
}

function checkMethod(value, name) {
  if (value !== undefined && value !== null && typeof value !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
}

// A transform of ours, with its public face.
function makeTransform(transformer, writableMark = 1, readableMark = 0) {
  const state = new TransformState(transformer, transformer);
  state.open(PromiseResolve(), writableMark, undefined, readableMark, undefined);
  return { __proto__: null, state, stream: new TransformStream(kState, state) };
}

// One whose two sides are there already and have nothing to do with each other.
function makeOf(readable, writable) {
  return new TransformStream(kState, { __proto__: null, readable, writable, backpressure: undefined });
}

function faceOf(state) {
  return state.face ??= new TransformStreamDefaultController(kConstruct, state);
}

// `request` is one that has just been given a chunk, if one has.
function setBackpressure(state, backpressure, request = undefined) {
  state.backpressure = backpressure;
  const { onChange } = state;
  if (onChange === undefined) return;
  state.onChange = undefined;
  if (request?.follow === undefined) react(onChange);
  else request.follow(onChange);
}

function give(state, chunk) {
  const { controller } = state.readable;
  if (!canEnqueue(controller)) throw new ERR_INVALID_STATE.TypeError('Unable to enqueue');
  const request = state.readable.reader?.requests.peek();
  try {
    enqueue(controller, chunk);
  } catch (error) {
    failWritable(state, error);
    throw state.readable.error;
  }
  const backpressure = !mustPull(controller);
  // A chunk that a request has taken leaves no other microtask behind: the source is being asked while there is no backpressure.
  if (backpressure !== state.backpressure) setBackpressure(state, true, request);
}

function terminate(state) {
  const { controller } = state.readable;
  if (canEnqueue(controller)) closeController(controller);
  failWritable(state, new ERR_INVALID_STATE.TypeError('TransformStream has been terminated'));
}

function failBoth(state, error) {
  failController(state.readable.controller, error);
  failWritable(state, error);
}

function failWritable(state, error) {
  forget(state);
  failIfWritable(state.writable.controller, error);
  unblock(state);
}

function unblock(state) {
  if (state.backpressure) setBackpressure(state, false);
}

function forget(state) {
  state.transform = state.flush = state.cancel = undefined;
  state.isForgotten = true;
}

// Tells of the end of a write two microtasks behind the transform, by functions that are always the same.
function sinkWrite(state, chunk, onWritten, onFailed) {
  state.onWritten = onWritten;
  state.onWriteFailed = onFailed;
  if (state.backpressure) {
    state.chunk = chunk;
    state.onChange = inContext(state.onRoom);
  } else {
    transformChunk(state, chunk);
  }
}

function resumeWrite(state) {
  const { chunk, writable } = state;
  state.chunk = undefined;
  if (writable.status === ERRORING) soon(() => state.onWriteFailed(writable.error));
  else transformChunk(state, chunk);
}

function transformChunk(state, chunk) {
  if (state.isForgotten) {
    soon(state.onWritten);
    return;
  }
  let result;
  try {
    if (state.transform !== undefined) result = state.transform.callTwo(chunk, faceOf(state));
    else give(state, chunk);
  } catch (error) {
    soon(() => state.onTransformFailed(error));
    return;
  }
  upon(result, state.onTransformed, state.onTransformFailed);
}

// Calls one of the functions that end a transform, and forgets them all.
function last(state, method, hasReason, reason) {
  const { transformer } = state;
  let result;
  try {
    if (method === undefined) result = PromiseResolve();
    else result = promiseOf(FunctionPrototypeCall(method, transformer, hasReason ? reason : faceOf(state)));
  } catch (error) {
    result = PromiseReject(error);
  }
  forget(state);
  return result;
}

function sinkAbort(state, reason) {
  if (state.finish !== undefined) return state.finish.promise;
  const { promise, resolve, reject } = state.finish = PromiseWithResolvers();
  const { readable } = state;
  then(last(state, state.cancel, true, reason), () => {
    if (readable.status === READABLE_ERRORED) {
      reject(readable.error);
    } else {
      failController(readable.controller, reason);
      resolve();
    }
  }, (error) => {
    failController(readable.controller, error);
    reject(error);
  });
  return promise;
}

function sinkClose(state) {
  if (state.finish !== undefined) return state.finish.promise;
  const { promise, resolve, reject } = state.finish = PromiseWithResolvers();
  const { readable } = state;
  then(last(state, state.flush, false), () => {
    if (readable.status === READABLE_ERRORED) {
      reject(readable.error);
    } else {
      if (canEnqueue(readable.controller)) closeController(readable.controller);
      resolve();
    }
  }, (error) => {
    failController(readable.controller, error);
    reject(error);
  });
  return promise;
}

function sourceCancel(state, reason) {
  if (state.finish !== undefined) return state.finish.promise;
  const { promise, resolve, reject } = state.finish = PromiseWithResolvers();
  const { writable } = state;
  then(last(state, state.cancel, true, reason), () => {
    if (writable.status === ERRORED) {
      reject(writable.error);
    } else {
      failIfWritable(writable.controller, reason);
      unblock(state);
      resolve();
    }
  }, (error) => {
    failIfWritable(writable.controller, error);
    unblock(state);
    reject(error);
  });
  return promise;
}

module.exports = {
  TransformStream, TransformStreamDefaultController, give, isTransformStream: has, makeOf, makeTransform, terminate,
};
