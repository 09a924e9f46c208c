// pipeTo: reads from a stream and writes into another while that has room, until either ends.
//
// Shutting down happens once, for the first of these reasons: the source failed, the destination failed, the source ended,
// the destination ended, the signal was aborted. Chunks that were read are written first; then what the reason asks for is
// done (abort, cancel, close), and both streams are given back.
'use strict';

const { PromiseReject, PromiseResolve, PromiseWithResolvers } = primordials;

const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
const context = require('internal/async_hooks/context');
const { react, soon, then } = require('web/streams/promises');
const { DefaultControllerState, askForMore, takeQuietly } = require('web/streams/readable_default_controller');
const readable = require('web/streams/readable_state');
const writable = require('web/streams/writable_state');
const { write } = require('web/streams/writable_stream');

function pipeTo(source, destination, options) {
  return new Pipe(source, destination, options).begin();
}

class Pipe {
  source;
  destination;
  preventAbort;
  preventCancel;
  preventClose;
  signal;
  reader;
  writer;
  isShuttingDown = false;
  isReading = false;
  isWaitingForRoom = false;
  unsettledWrites = 0;
  onWritten = undefined;
  outcome;
  stopListening = undefined;
  read = undefined; // What was read and is written in a microtask.
  follower = undefined; // What is to be called in the microtask behind that one.
  onChunk;
  goOn;

  constructor(source, destination, { preventAbort, preventCancel, preventClose, signal }) {
    this.source = source;
    this.destination = destination;
    this.preventAbort = preventAbort;
    this.preventCancel = preventCancel;
    this.preventClose = preventClose;
    this.signal = signal;
    this.reader = readable.acquireReader(source);
    this.writer = writable.acquireWriter(destination);
    this.outcome = PromiseWithResolvers();
    source.isDisturbed = true;
    this.onChunk = () => this.writeRead();
    this.goOn = () => this.advance();
  }

  // The pipe is the request of each of its reads.

  chunk(chunk) {
    this.read = chunk;
    soon(this.onChunk);
  }

  close() {
    this.isReading = false;
  }

  error() {
    this.isReading = false;
  }

  // Microtasks of which nothing can come between cost less as one.
  follow(callback) {
    if (context.current === undefined) this.follower = callback;
    else react(callback);
  }

  // And of each of its writes.

  resolve() {
    if (--this.unsettledWrites === 0 && this.onWritten !== undefined) soon(this.onWritten);
  }

  reject() {
    this.resolve();
  }

  writeRead() {
    const { read, follower } = this;
    this.read = this.follower = undefined;
    this.isReading = false;
    this.write(read);
    this.advance();
    follower?.();
  }

  begin() {
    const { promise } = this.outcome;
    if (this.signal !== undefined && !this.listen()) return promise;
    this.watchEnds();
    if (!this.isShuttingDown) {
      this.writer.onReady = () => {
        if (this.isWaitingForRoom) this.advance();
      };
      this.advance();
    }
    return promise;
  }

  // False if the signal was aborted already.
  listen() {
    const { signal } = this;
    const abort = () => this.abort(signal.reason);
    if (signal.aborted) {
      abort();
      return false;
    }
    signal.addEventListener('abort', abort, { __proto__: null, once: true });
    this.stopListening = () => signal.removeEventListener('abort', abort);
    return true;
  }

  abort(reason) {
    const { source, destination, preventAbort, preventCancel } = this;
    this.shutDown(() => {
      const actions = [];
      if (!preventAbort) {
        actions[0] = destination.status === writable.WRITABLE ? writable.abort(destination, reason) : PromiseResolve();
      }
      if (!preventCancel) {
        actions[actions.length] = source.status === readable.READABLE ? readable.cancel(source, reason) : PromiseResolve();
      }
      return all(actions);
    }, true, reason);
  }

  // Ends that are there already, then those that come.
  watchEnds() {
    const { source, destination } = this;
    const onSource = () => this.sourceEnded();
    const onDestination = () => this.destinationEnded();
    if (source.status !== readable.READABLE) onSource();
    else then(this.reader.closed.get(), onSource, onSource);
    if (destination.status === writable.CLOSED || destination.status === writable.ERRORED || writable.isClosing(destination)) onDestination();
    else then(this.writer.closed.get(), onDestination, onDestination);
  }

  sourceEnded() {
    const { source, destination } = this;
    if (source.status === readable.ERRORED) {
      if (this.preventAbort) this.shutDown(undefined, true, source.error);
      else this.shutDown(() => writable.abort(destination, source.error), true, source.error);
    } else if (this.preventClose) {
      this.shutDown();
    } else {
      this.shutDown(() => closeWithErrors(destination));
    }
  }

  destinationEnded() {
    const { source, destination } = this;
    const error = destination.status === writable.ERRORED ? destination.error :
      new ERR_INVALID_STATE.TypeError('Destination WritableStream is closed');
    if (this.preventCancel) this.shutDown(undefined, true, error);
    else this.shutDown(() => readable.cancel(source, error), true, error);
  }

  // Reads if there is room. What the source has is taken at once, and the rest after a microtask; what it gives later is written
  // one microtask behind.
  advance() {
    if (this.isShuttingDown || this.isReading) return;
    const { source } = this;
    const { controller } = source;
    this.isWaitingForRoom = this.destination.hasBackpressure;
    if (this.isWaitingForRoom) return;
    if (source.status === readable.READABLE && controller instanceof DefaultControllerState && controller.queue.length !== 0) {
      do this.write(takeQuietly(controller)); while (controller.queue.length !== 0 && !this.isShuttingDown && !this.destination.hasBackpressure);
      askForMore(controller);
      this.isWaitingForRoom = this.destination.hasBackpressure;
      if (!this.isWaitingForRoom) soon(this.goOn);
    } else {
      this.isReading = true;
      readable.read(this.reader, this);
    }
  }

  write(chunk) {
    this.unsettledWrites++;
    write(this.writer, chunk, this);
  }

  // `action` gives a promise.
  shutDown(action = undefined, isError = false, error = undefined) {
    if (this.isShuttingDown) return;
    this.isShuttingDown = true;
    const act = () => {
      if (action === undefined) {
        this.finish(isError, error);
        return;
      }
      then(action(), () => this.finish(isError, error), (failure) => this.finish(true, failure));
    };
    const { destination } = this;
    if (destination.status !== writable.WRITABLE || writable.isClosing(destination)) {
      act();
    } else if (this.unsettledWrites === 0) {
      soon(act);
    } else {
      this.onWritten = act;
    }
  }

  finish(isError, error) {
    writable.releaseWriter(this.writer);
    readable.release(this.reader);
    this.stopListening?.();
    if (isError) this.outcome.reject(error);
    else this.outcome.resolve();
  }
}

// Closes unless it is closed or closing; an error of the stream is an error here.
function closeWithErrors(destination) {
  if (writable.isClosing(destination) || destination.status === writable.CLOSED) return PromiseResolve();
  if (destination.status === writable.ERRORED) return PromiseReject(destination.error);
  return writable.close(destination);
}

// Fulfilled when all are, rejected with the first that is; as many microtasks later as in Node.
function all(promises) {
  const { promise, resolve, reject } = PromiseWithResolvers();
  let left = promises.length;
  if (left === 0) resolve();
  for (let i = 0; i < promises.length; i++) then(then(promises[i]), () => { if (--left === 0) resolve(); }, reject);
  return then(promise);
}

module.exports = { pipeTo };
