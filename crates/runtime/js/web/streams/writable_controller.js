// The controller of a writable stream: the queue of chunks in front of a sink.
'use strict';

const { FunctionPrototypeCall } = primordials;

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');
const { ControllerState } = require('web/streams/controller_state');
const { SizedFifo } = require('web/streams/fifo');
const { callForPromise, isObject, promiseOf, soon, then, upon } = require('web/streams/promises');
const { checkSize, describe, inspectAs, kInspect } = require('web/streams/strategies');
const {
  CLOSED, ERRORED, ERRORING, WRITABLE, dealWithRejection, failClose, failWrite, finishClose, finishErroring, finishWrite, isClosing,
  startErroring, updateBackpressure,
} = require('web/streams/writable_state');

const kConstruct = {};
const CLOSE = {}; // In the queue: no chunk comes any more.

class WritableStreamDefaultController {
  #record;

  constructor(key = undefined, record = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#record = record;
  }

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#record in value)) {
      throw new ERR_INVALID_THIS('WritableStreamDefaultController');
    }
    return value.#record;
  }

  get signal() {
    return abortControllerOf(WritableStreamDefaultController.#of(this)).signal;
  }

  error(error = undefined) {
    const record = WritableStreamDefaultController.#of(this);
    if (record.stream.status === WRITABLE) failController(record, error);
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'WritableStreamDefaultController', { stream: this.#record.stream.face }, depth, options);
  }
}

describe(WritableStreamDefaultController, ['error', 'signal']);

class WritableControllerState extends ControllerState {
  queue;
  sizeOf;
  abortController = undefined;
  sink = undefined;
  writeMethod = undefined; // Of ours the function, of a program's a `Method`.
  closeMethod = undefined;
  abortMethod = undefined;
  onWritten = undefined;
  onWriteFailed = undefined;

  constructor(stream, mark, sizeOf) {
    super(stream, mark);
    this.queue = new SizedFifo();
    this.sizeOf = sizeOf;
  }

  signalAbort(reason) {
    abortControllerOf(this).abort(reason);
  }

  abortSteps(reason) {
    const { abortMethod, sink } = this;
    forget(this);
    return callForPromise(abortMethod, sink, reason, this.isOurs);
  }

  errorSteps() {
    this.queue.clear();
  }

  close() {
    this.queue.pushSized(CLOSE, 0);
    advance(this);
  }
}

function abortControllerOf(record) {
  if (record.abortController === undefined) {
    const { AbortController } = require('web/abort_controller');
    record.abortController = new AbortController();
  }
  return record.abortController;
}

function faceOf(record) {
  return record.face ??= new WritableStreamDefaultController(kConstruct, record);
}

function start(record, sink, startMethod) {
  const { stream } = record;
  record.sink = sink;
  updateBackpressure(stream, desiredSize(record) <= 0);
  const result = startMethod === undefined ? undefined : FunctionPrototypeCall(startMethod, sink, faceOf(record));
  const onStarted = () => {
    record.isStarted = true;
    advance(record);
  };
  if (isObject(result)) {
    then(promiseOf(result), onStarted, (error) => {
      record.isStarted = true;
      dealWithRejection(stream, error);
    });
  } else {
    soon(onStarted);
  }
}

function desiredSize(record) {
  return record.mark - record.queue.size;
}

// How much a chunk is; the stream fails if nobody can say.
function chunkSize(record, chunk) {
  if (record.sizeOf === undefined) return 1;
  try {
    return (0, record.sizeOf)(chunk);
  } catch (error) {
    failIfWritable(record, error);
    return 1;
  }
}

function write(record, chunk, size) {
  try {
    if (size !== 1) size = checkSize(size);
  } catch (error) {
    failIfWritable(record, error);
    return;
  }
  record.queue.pushSized(chunk, size);
  adjust(record, record.stream);
  advance(record);
}

// Tells the stream whether there is room, where that has changed and matters.
function adjust(record, stream) {
  const isFull = record.mark - record.queue.size <= 0;
  if (isFull !== stream.hasBackpressure && stream.status === WRITABLE && !isClosing(stream)) updateBackpressure(stream, isFull);
}

function advance(record) {
  const { stream, queue } = record;
  if (!record.isStarted || stream.writeInFlight !== undefined || stream.status === CLOSED || stream.status === ERRORED) return;
  if (stream.status === ERRORING) {
    finishErroring(stream);
    return;
  }
  if (queue.length === 0) return;
  const chunk = queue.peek();
  if (chunk === CLOSE) processClose(record);
  else processWrite(record, chunk);
}

function processClose(record) {
  const { stream, closeMethod, sink } = record;
  stream.closeInFlight = stream.closeRequest;
  stream.closeRequest = undefined;
  record.queue.shiftSized();
  const onClosed = () => finishClose(stream);
  const onFailed = (error) => failClose(stream, error);
  let result;
  try {
    if (closeMethod !== undefined) result = FunctionPrototypeCall(closeMethod, sink);
  } catch (error) {
    forget(record);
    soon(() => onFailed(error));
    return;
  }
  forget(record);
  if (record.isOurs) then(result, onClosed, onFailed);
  else if (isObject(result)) then(promiseOf(result), onClosed, onFailed);
  else soon(onClosed);
}

function processWrite(record, chunk) {
  const { stream } = record;
  stream.writeInFlight = stream.requests.shift();
  if (record.onWritten === undefined) prepareReactions(record);
  if (record.isOurs) {
    record.sink.write(chunk, record.onWritten, record.onWriteFailed);
    return;
  }
  let result;
  try {
    if (record.writeMethod !== undefined) result = record.writeMethod.callTwo(chunk, faceOf(record));
  } catch (error) {
    soon(() => record.onWriteFailed(error));
    return;
  }
  upon(result, record.onWritten, record.onWriteFailed);
}

function prepareReactions(record) {
  const { stream } = record;
  record.onWritten = () => {
    finishWrite(stream);
    record.queue.shiftSized();
    adjust(record, stream);
    advance(record);
  };
  record.onWriteFailed = (error) => {
    if (stream.status === WRITABLE) forget(record);
    failWrite(stream, error);
  };
}

function failIfWritable(record, error) {
  if (record.stream.status === WRITABLE) failController(record, error);
}

function failController(record, error) {
  forget(record);
  startErroring(record.stream, error);
}

// The functions of the sink are of no use any more.
function forget(record) {
  record.sink = record.writeMethod = record.closeMethod = record.abortMethod = record.sizeOf = undefined;
}

module.exports = {
  WritableControllerState, WritableStreamDefaultController, chunkSize, desiredSize, faceOf, failController, failIfWritable, start, write,
};
