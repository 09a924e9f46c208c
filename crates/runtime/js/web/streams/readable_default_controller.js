// The controller of a stream of any chunks: a queue that a source fills and that is drained by requests.
'use strict';

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_STATE, ERR_INVALID_THIS } } = require('internal/errors');
const {
  SourceState, canEnqueue, cancelSource, desiredSize, forget: forgetSource, mustPull, pullIfNeeded,
} = require('web/streams/controller_state');
const { SizedFifo } = require('web/streams/fifo');
const { READABLE, close, fail } = require('web/streams/readable_state');
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

class DefaultControllerState extends SourceState {
  queue;
  sizeOf;

  constructor(stream, mark, sizeOf) {
    super(stream, mark);
    this.queue = new SizedFifo();
    this.sizeOf = sizeOf;
  }

  get queued() {
    return this.queue.size;
  }

  openFace() {
    return faceOf(this);
  }

  fail(error) {
    failController(this, error);
  }

  pullSteps(request) {
    if (this.queue.length === 0) {
      this.stream.reader.requests.push(request);
      askForMore(this);
    } else {
      request.chunk(take(this));
    }
  }

  cancelSteps(reason) {
    this.queue.clear();
    this.sizeOf = undefined;
    return cancelSource(this, reason);
  }

  releaseSteps() {}
}

function faceOf(record) {
  return record.face ??= new ReadableStreamDefaultController(kConstruct, record);
}

// The first chunk of a queue that has one.
function take(record) {
  const chunk = takeQuietly(record);
  askForMore(record);
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

function enqueue(record, chunk) {
  const { reader } = record.stream;
  if (reader !== undefined && reader.requests.length !== 0) {
    reader.requests.shift().chunk(chunk);
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
  askForMore(record);
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
  forgetSource(record);
  record.sizeOf = undefined;
}

module.exports = {
  DefaultControllerState, ReadableStreamDefaultController, askForMore, canEnqueue, closeController, desiredSize, enqueue, failController, faceOf,
  mustPull, take, takeQuietly,
};
