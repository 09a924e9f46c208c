// What the records of controllers have in common, and those of readable streams: a source that is asked for more.
//
// A source is asked while the queue is below its mark or somebody waits, one question at a time. One that is never asked costs no
// microtasks. It is what a program gave, or a record of ours; its functions are called as methods of it.
'use strict';

const { FunctionPrototypeCall } = primordials;

const { callForPromise, isObject, promiseOf, soon, then, upon } = require('web/streams/promises');
const { CLOSED, ERRORED, READABLE } = require('web/streams/readable_state');

class ControllerState {
  stream;
  face = undefined;
  mark;
  isStarted = false;
  isOurs = false; // The source or sink is a builtin's: what it gives is a promise already.

  constructor(stream, mark) {
    this.stream = stream;
    this.mark = mark;
    stream.controller = this;
  }
}

// What a source of ours gives when it calls `onPulled` itself, in a microtask of its own.
const LATER = {};

// What its classes have besides: `queued`, how much waits, `fail(error)`, and `openFace()`, which gives the public object.
class SourceState extends ControllerState {
  source = undefined;
  pull = undefined; // Of ours the function, of a program's a `Method`.
  cancel = undefined;
  isPulling = false;
  pullAgain = false;
  isCloseRequested = false;
  onPulled = undefined;
  onFailed = undefined;

  constructor(stream, mark) { super(stream, mark); } // eslint-disable-line no-useless-constructor
}

// Begins: calls the source's `start`, and asks it for chunks one microtask behind what that gave.
function start(record, source, startMethod) {
  record.source = source;
  const result = startMethod === undefined ? undefined : FunctionPrototypeCall(startMethod, source, record.openFace());
  const onStarted = () => {
    record.isStarted = true;
    pullIfNeeded(record);
  };
  if (isObject(result)) then(promiseOf(result), onStarted, (error) => record.fail(error));
  else if (record.pull !== undefined) soon(onStarted);
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
    result = record.isOurs ? record.source.pull(record.openFace()) : record.pull.callOne(record.openFace());
  } catch (error) {
    soon(() => record.onFailed(error));
    return;
  }
  if (result !== LATER) upon(result, record.onPulled, record.onFailed);
}

function prepareReactions(record) {
  record.onPulled = () => {
    record.isPulling = false;
    if (!record.pullAgain) return;
    record.pullAgain = false;
    pullIfNeeded(record);
  };
  record.onFailed = (error) => record.fail(error);
}

function mustPull(record) {
  const { stream } = record;
  if (!record.isStarted || record.pull === undefined || record.isCloseRequested || stream.status !== READABLE) return false;
  return (stream.reader !== undefined && stream.reader.requests.length !== 0) || record.mark - record.queued > 0;
}

function canEnqueue(record) {
  return !record.isCloseRequested && record.stream.status === READABLE;
}

function desiredSize(record) {
  const { status } = record.stream;
  if (status === ERRORED) return null;
  return status === CLOSED ? 0 : record.mark - record.queued;
}

// The last that the source hears.
function cancelSource(record, reason) {
  const { cancel, source } = record;
  forget(record);
  return callForPromise(cancel, source, reason, record.isOurs);
}

// The functions of the source are of no use any more.
function forget(record) {
  record.pull = record.cancel = record.source = undefined;
}

module.exports = {
  ControllerState, LATER, SourceState, canEnqueue, cancelSource, desiredSize, forget, mustPull, pullIfNeeded, start,
};
