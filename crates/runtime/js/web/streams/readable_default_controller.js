// The controller of a stream of any chunks: a queue that a source fills and that is drained by requests.
//
// The source is asked for more while the queue is below its mark or somebody waits, one question at a time. A source that is
// never asked costs no microtasks.
'use strict';

const { FunctionPrototypeCall, PromiseReject, PromiseResolve } = primordials;

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_STATE, ERR_INVALID_THIS } } = require('internal/errors');
const { SizedFifo } = require('web/streams/fifo');
const { promiseOf, soon, then, upon } = require('web/streams/promises');
const { READABLE, close, fail, waitingRequests } = require('web/streams/readable_state');
const { checkSize, describe, inspectAs, kInspect } = require('web/streams/strategies');

const kConstruct = {};

class ReadableStreamDefaultController {
  #record;

  constructor(key = undefined, record = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#record = record;
  }

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#record in value)) {
      throw new ERR_INVALID_THIS('ReadableStreamDefaultController');
    }
    return value.#record;
  }

  get desiredSize() {
    return desiredSize(ReadableStreamDefaultController.#of(this));
  }

  close() {
    const record = ReadableStreamDefaultController.#of(this);
    if (!canEnqueue(record)) throw new ERR_INVALID_STATE.TypeError('Controller is already closed');
    closeController(record);
  }

  enqueue(chunk = undefined) {
    const record = ReadableStreamDefaultController.#of(this);
    if (!canEnqueue(record)) throw new ERR_INVALID_STATE.TypeError('Controller is already closed');
    enqueue(record, chunk);
  }

  error(error = undefined) {
    failController(ReadableStreamDefaultController.#of(this), error);
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'ReadableStreamDefaultController', {}, depth, options);
  }
}

describe(ReadableStreamDefaultController, ['close', 'desiredSize', 'enqueue', 'error']);

// `source` is what a program gave, or a record of ours; its functions are called as methods of it.
class DefaultControllerState {
  stream;
  face = undefined;
  queue;
  mark;
  sizeOf;
  source = undefined;
  pull = undefined;
  cancel = undefined;
  isOurs = false; // The source is a builtin's: what it gives is a promise already.
  isStarted = false;
  isPulling = false;
  pullAgain = false;
  isCloseRequested = false;
  onPulled = undefined;
  onFailed = undefined;

  constructor(stream, mark, sizeOf) {
    this.stream = stream;
    this.queue = new SizedFifo();
    this.mark = mark;
    this.sizeOf = sizeOf;
    stream.controller = this;
  }

  pullSteps(request) {
    const { queue } = this;
    if (queue.length === 0) {
      this.stream.reader.requests.push(request);
      if (this.pull !== undefined) pullIfNeeded(this);
      return;
    }
    request.chunk(take(this));
  }

  cancelSteps(reason) {
    this.queue.clear();
    const { cancel, source } = this;
    forget(this);
    if (cancel === undefined) return PromiseResolve();
    try {
      const result = FunctionPrototypeCall(cancel, source, reason);
      return this.isOurs ? result : promiseOf(result);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  releaseSteps() {}
}

function faceOf(record) {
  return record.face ??= new ReadableStreamDefaultController(kConstruct, record);
}

// Begins: calls the source's `start`, and asks it for chunks one microtask behind what that gave.
function start(record, source, startMethod) {
  record.source = source;
  const result = startMethod === undefined ? undefined : FunctionPrototypeCall(startMethod, source, faceOf(record));
  const onStarted = () => {
    record.isStarted = true;
    pullIfNeeded(record);
  };
  if ((typeof result === 'object' && result !== null) || typeof result === 'function') {
    then(promiseOf(result), onStarted, (error) => failController(record, error));
  } else if (record.pull !== undefined) {
    soon(onStarted);
  }
}

// The first chunk of a queue that has one.
function take(record) {
  const chunk = record.queue.shiftSized();
  if (record.isCloseRequested && record.queue.length === 0) {
    forget(record);
    close(record.stream);
  } else if (record.pull !== undefined) {
    pullIfNeeded(record);
  }
  return chunk;
}

// The same without asking the source for more: whoever takes several asks once, by `askForMore`.
function takeQuietly(record) {
  const chunk = record.queue.shiftSized();
  if (record.isCloseRequested && record.queue.length === 0) {
    forget(record);
    close(record.stream);
  }
  return chunk;
}

function askForMore(record) {
  if (record.pull !== undefined) pullIfNeeded(record);
}

function pullIfNeeded(record) {
  if (!mustPull(record)) return;
  if (record.isPulling) {
    record.pullAgain = true;
    return;
  }
  record.isPulling = true;
  if (record.onPulled === undefined) prepareReactions(record);
  let result;
  try {
    result = FunctionPrototypeCall(record.pull, record.source, faceOf(record));
  } catch (error) {
    soon(() => record.onFailed(error));
    return;
  }
  upon(result, record.onPulled, record.onFailed);
}

function prepareReactions(record) {
  record.onPulled = () => {
    record.isPulling = false;
    if (!record.pullAgain) return;
    record.pullAgain = false;
    pullIfNeeded(record);
  };
  record.onFailed = (error) => failController(record, error);
}

function mustPull(record) {
  if (!record.isStarted || record.pull === undefined || !canEnqueue(record)) return false;
  return waitingRequests(record.stream) > 0 || record.mark - record.queue.size > 0;
}

function canEnqueue(record) {
  return !record.isCloseRequested && record.stream.status === READABLE;
}

function desiredSize(record) {
  if (record.stream.status === READABLE) return record.mark - record.queue.size;
  return record.stream.status === 2 ? null : 0;
}

function enqueue(record, chunk) {
  if (waitingRequests(record.stream) > 0) {
    record.stream.reader.requests.shift().chunk(chunk);
  } else if (record.sizeOf === undefined) {
    record.queue.pushSized(chunk, 1);
  } else {
    try {
      record.queue.pushSized(chunk, checkSize((0, record.sizeOf)(chunk)));
    } catch (error) {
      failController(record, error);
      throw error;
    }
  }
  if (record.pull !== undefined) pullIfNeeded(record);
}

function closeController(record) {
  record.isCloseRequested = true;
  if (record.queue.length !== 0) return;
  forget(record);
  close(record.stream);
}

function failController(record, error) {
  if (record.stream.status !== READABLE) return;
  record.queue.clear();
  forget(record);
  fail(record.stream, error);
}

// The functions of the source are of no use any more.
function forget(record) {
  record.pull = record.cancel = record.source = record.sizeOf = undefined;
}

module.exports = {
  DefaultControllerState, ReadableStreamDefaultController, askForMore, canEnqueue, closeController, desiredSize, enqueue, failController, faceOf,
  mustPull, start, take, takeQuietly,
};
