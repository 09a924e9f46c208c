// The state of a readable stream and what happens to it: closing, failing, cancelling, and requests that wait for chunks.
//
// The public objects (stream, controller, reader) are faces over plain records: ReadableState has one controller record
// and, while it is locked, one reader record. Whoever reads from inside (tee, pipeTo, iteration) has a reader record without
// a face. A request for a chunk has three functions, of which one is called once: `chunk`, `close` and `error`.
//
// What a controller record answers: `pullSteps(request)`, `cancelSteps(reason)`, a promise, and `releaseSteps()`.
'use strict';

const { PromiseReject, PromiseResolve } = primordials;

const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
const { Fifo } = require('web/streams/fifo');
const { LatePromise, then } = require('web/streams/promises');

const READABLE = 0;
const CLOSED = 1;
const ERRORED = 2;

class ReadableState {
  face = undefined;
  status = READABLE;
  error = undefined;
  isDisturbed = false;
  reader = undefined;
  controller = undefined;
  onEnd = undefined; // Told of the end without a promise.
}

// `isByob`: its requests bring their own buffers.
class ReaderState {
  face = undefined;
  stream;
  isByob;
  requests;
  closed;

  constructor(stream, isByob) {
    this.stream = stream;
    this.isByob = isByob;
    this.requests = new Fifo();
    this.closed = new LatePromise();
    stream.reader = this;
    if (stream.status === CLOSED) this.closed.resolve();
    else if (stream.status === ERRORED) this.closed.reject(stream.error);
  }
}

function isLocked(stream) {
  return stream.reader !== undefined;
}

function acquireReader(stream, isByob = false) {
  if (stream.reader !== undefined) throw new ERR_INVALID_STATE.TypeError('ReadableStream is locked');
  return new ReaderState(stream, isByob);
}

// Reads by a reader record; the request is told at once or later.
function read(reader, request) {
  const { stream } = reader;
  stream.isDisturbed = true;
  if (stream.status === READABLE) stream.controller.pullSteps(request);
  else if (stream.status === CLOSED) request.close();
  else request.error(stream.error);
}

function close(stream) {
  stream.status = CLOSED;
  const { reader } = stream;
  if (reader !== undefined) {
    reader.closed.resolve();
    if (!reader.isByob) {
      const { requests } = reader;
      reader.requests = new Fifo();
      while (requests.length !== 0) requests.shift().close();
    }
  }
  stream.onEnd?.();
}

function fail(stream, error) {
  stream.status = ERRORED;
  stream.error = error;
  const { reader } = stream;
  if (reader !== undefined) {
    reader.closed.reject(error);
    failRequests(reader, error);
  }
  stream.onEnd?.();
}

function failRequests(reader, error) {
  const { requests } = reader;
  reader.requests = new Fifo();
  while (requests.length !== 0) requests.shift().error(error);
}

function cancel(stream, reason) {
  stream.isDisturbed = true;
  if (stream.status === CLOSED) return PromiseResolve();
  if (stream.status === ERRORED) return PromiseReject(stream.error);
  close(stream);
  const { reader } = stream;
  if (reader !== undefined && reader.isByob) {
    const { requests } = reader;
    reader.requests = new Fifo();
    while (requests.length !== 0) requests.shift().close(undefined);
  }
  return then(stream.controller.cancelSteps(reason), () => undefined);
}

// Gives the stream back. Requests that wait fail; chunks that come are kept for the next reader.
function release(reader) {
  const { stream } = reader;
  if (stream === undefined) return;
  const error = new ERR_INVALID_STATE.TypeError('Reader released');
  reader.closed.rejectAnew(error);
  stream.controller.releaseSteps();
  stream.reader = undefined;
  reader.stream = undefined;
  failRequests(reader, new ERR_INVALID_STATE.TypeError('Releasing reader'));
}

module.exports = {
  CLOSED, ERRORED, READABLE, ReadableState, acquireReader, cancel, close, fail, isLocked, read, release,
};
