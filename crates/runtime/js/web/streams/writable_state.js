// The state of a writable stream and what happens to it.
//
//   WRITABLE  ─►  CLOSED
//      │
//      └──►  ERRORING  ─►  ERRORED      erroring: a write or a close is still under way in the sink
//
// Chunks wait in the controller's queue, beside them the requests of their writers: a request has `resolve` and `reject`.
// One write or one close is in flight at a time. The controller record does both and answers `abortSteps(reason)`, a promise,
// and `errorSteps()`.
'use strict';

const { PromiseResolve, PromiseWithResolvers } = primordials;

const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
const { Fifo } = require('web/streams/fifo');
const { LatePromise, then } = require('web/streams/promises');

const WRITABLE = 0;
const CLOSED = 1;
const ERRORED = 2;
const ERRORING = 3;

class WritableState {
  face = undefined;
  status = WRITABLE;
  error = undefined;
  writer = undefined;
  controller = undefined;
  requests;
  writeInFlight = undefined;
  closeRequest = undefined;
  closeInFlight = undefined;
  pendingAbort = undefined;
  hasBackpressure = false;
  onEnd = undefined; // Told of the end without a promise.

  constructor() {
    this.requests = new Fifo();
  }
}

class WriterState {
  face = undefined;
  stream;
  ready;
  closed;
  onReady = undefined; // Told when there is room again, without a promise.

  constructor(stream) {
    this.stream = stream;
    this.ready = new LatePromise();
    this.closed = new LatePromise();
    stream.writer = this;
    switch (stream.status) {
      case WRITABLE:
        if (isClosing(stream) || !stream.hasBackpressure) this.ready.resolve();
        break;
      case ERRORING:
        this.ready.reject(stream.error);
        break;
      case CLOSED:
        this.ready.resolve();
        this.closed.resolve();
        break;
      default:
        this.ready.reject(stream.error);
        this.closed.reject(stream.error);
    }
  }
}

function acquireWriter(stream) {
  if (stream.writer !== undefined) throw new ERR_INVALID_STATE.TypeError('WritableStream is locked');
  return new WriterState(stream);
}

function isClosing(stream) {
  return stream.closeRequest !== undefined || stream.closeInFlight !== undefined;
}

function abort(stream, reason) {
  if (stream.status === CLOSED || stream.status === ERRORED) return PromiseResolve();
  stream.controller.signalAbort(reason);
  // Listeners of the signal may have changed it.
  if (stream.status === CLOSED || stream.status === ERRORED) return PromiseResolve();
  if (stream.pendingAbort !== undefined) return stream.pendingAbort.promise;
  const wasErroring = stream.status === ERRORING;
  const { promise, resolve, reject } = PromiseWithResolvers();
  stream.pendingAbort = { __proto__: null, promise, resolve, reject, reason: wasErroring ? undefined : reason, wasErroring };
  if (!wasErroring) startErroring(stream, reason);
  return promise;
}

// Gives a promise; fails as one.
function close(stream) {
  const request = PromiseWithResolvers();
  requestClose(stream, request);
  return request.promise;
}

function requestClose(stream, request) {
  if (stream.status === CLOSED || stream.status === ERRORED) {
    request.reject(new ERR_INVALID_STATE.TypeError('WritableStream is closed'));
    return;
  }
  stream.closeRequest = request;
  if (stream.writer !== undefined && stream.hasBackpressure && stream.status === WRITABLE) {
    stream.writer.ready.resolve();
    stream.writer.onReady?.();
  }
  stream.controller.close();
}

function updateBackpressure(stream, hasBackpressure) {
  if (hasBackpressure === stream.hasBackpressure) return;
  stream.hasBackpressure = hasBackpressure;
  const { writer } = stream;
  if (writer === undefined) return;
  if (hasBackpressure) {
    writer.ready.renew();
  } else {
    writer.ready.resolve();
    writer.onReady?.();
  }
}

// Something went wrong while the stream was writable, or goes wrong further.
function dealWithRejection(stream, error) {
  if (stream.status === WRITABLE) startErroring(stream, error);
  else finishErroring(stream);
}

function startErroring(stream, reason) {
  stream.status = ERRORING;
  stream.error = reason;
  if (stream.writer !== undefined) rejectReady(stream.writer, reason);
  if (stream.writeInFlight === undefined && stream.closeInFlight === undefined && stream.controller.isStarted) finishErroring(stream);
}

function rejectReady(writer, error) {
  writer.ready.rejectAnew(error);
  writer.onReady?.();
}

function finishErroring(stream) {
  stream.status = ERRORED;
  stream.controller.errorSteps();
  const { error, requests } = stream;
  stream.requests = new Fifo();
  while (requests.length !== 0) requests.shift().reject(error);
  const { pendingAbort } = stream;
  if (pendingAbort === undefined) {
    rejectClosed(stream);
    return;
  }
  stream.pendingAbort = undefined;
  if (pendingAbort.wasErroring) {
    pendingAbort.reject(error);
    rejectClosed(stream);
    return;
  }
  then(stream.controller.abortSteps(pendingAbort.reason), () => {
    pendingAbort.resolve();
    rejectClosed(stream);
  }, (failure) => {
    pendingAbort.reject(failure);
    rejectClosed(stream);
  });
}

function rejectClosed(stream) {
  if (stream.closeRequest !== undefined) {
    stream.closeRequest.reject(stream.error);
    stream.closeRequest = undefined;
  }
  stream.writer?.closed.reject(stream.error);
  stream.onEnd?.();
}

function finishWrite(stream) {
  const request = stream.writeInFlight;
  stream.writeInFlight = undefined;
  request.resolve();
}

function failWrite(stream, error) {
  const request = stream.writeInFlight;
  stream.writeInFlight = undefined;
  request.reject(error);
  dealWithRejection(stream, error);
}

function finishClose(stream) {
  const request = stream.closeInFlight;
  stream.closeInFlight = undefined;
  request.resolve();
  if (stream.status === ERRORING) {
    stream.error = undefined;
    if (stream.pendingAbort !== undefined) {
      stream.pendingAbort.resolve();
      stream.pendingAbort = undefined;
    }
  }
  stream.status = CLOSED;
  stream.writer?.closed.resolve();
  stream.onEnd?.();
}

function failClose(stream, error) {
  const request = stream.closeInFlight;
  stream.closeInFlight = undefined;
  request.reject(error);
  if (stream.pendingAbort !== undefined) {
    stream.pendingAbort.reject(error);
    stream.pendingAbort = undefined;
  }
  dealWithRejection(stream, error);
}

// Gives the stream back.
function releaseWriter(writer) {
  const { stream } = writer;
  if (stream === undefined) return;
  const error = new ERR_INVALID_STATE.TypeError('Writer has been released');
  writer.ready.rejectAnew(error);
  writer.closed.rejectAnew(error);
  stream.writer = undefined;
  writer.stream = undefined;
}

module.exports = {
  CLOSED, ERRORED, ERRORING, WRITABLE, WritableState, abort, acquireWriter, close, dealWithRejection, failClose, failWrite, finishClose,
  finishErroring, finishWrite, isClosing, releaseWriter, requestClose, startErroring, updateBackpressure,
};
