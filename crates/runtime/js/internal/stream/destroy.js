'use strict';

// The end of a stream's life, shared by all kinds: destroy once, `_destroy` once, then 'error'
// (at most once) and 'close' in a tick. And its beginning: `_construct`, which delays both.
//
// A stream has a readable state, a writable state or both; what happens to one happens to both.

const { Symbol } = primordials;

const {
  AbortError,
  aggregateTwoErrors,
  codes: { ERR_MULTIPLE_CALLBACK },
} = require('internal/errors');
const { isDestroyed, isFinished, kIsDestroyed } = require('internal/stream/inspect_state');

const kConstruct = Symbol('kConstruct');
const kDestroy = Symbol('kDestroy');

// The first error of a stream stays its error.
function recordError(error, writable, readable) {
  if (!error) return;
  if (writable && !writable.errored) writable.errored = error;
  if (readable && !readable.errored) readable.errored = error;
}

function destroy(error, callback) {
  const readable = this._readableState;
  const writable = this._writableState;
  const state = writable || readable;

  if (writable?.destroyed || readable?.destroyed) {
    if (typeof callback === 'function') callback();
    return this;
  }
  recordError(error, writable, readable);
  if (writable) writable.destroyed = true;
  if (readable) readable.destroyed = true;

  if (state.constructed) {
    runDestroy(this, error, callback);
  } else {
    // `_construct` is under way: wait for it, and keep both errors.
    this.once(kDestroy, function(constructError) {
      runDestroy(this, aggregateTwoErrors(constructError, error), callback);
    });
  }
  return this;
}

function runDestroy(stream, error, callback) {
  let called = false;

  function onDestroyed(error) {
    if (called) return;
    called = true;
    const readable = stream._readableState;
    const writable = stream._writableState;
    recordError(error, writable, readable);
    if (writable) writable.closed = true;
    if (readable) readable.closed = true;
    if (typeof callback === 'function') callback(error);
    if (error) {
      process.nextTick(emitErrorAndClose, stream, error);
    } else {
      process.nextTick(emitClose, stream);
    }
  }

  try {
    stream._destroy(error || null, onDestroyed);
  } catch (thrown) {
    onDestroyed(thrown);
  }
}

function emitErrorAndClose(stream, error) {
  emitError(stream, error);
  emitClose(stream);
}

function emitClose(stream) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable) writable.closeEmitted = true;
  if (readable) readable.closeEmitted = true;
  if (writable?.emitClose || readable?.emitClose) stream.emit('close');
}

function emitError(stream, error) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable?.errorEmitted || readable?.errorEmitted) return;
  if (writable) writable.errorEmitted = true;
  if (readable) readable.errorEmitted = true;
  stream.emit('error', error);
}

// Brings a destroyed stream back to its first state, for those who reuse handles.
function undestroy() {
  const readable = this._readableState;
  const writable = this._writableState;
  if (readable) {
    readable.constructed = true;
    readable.closed = readable.closeEmitted = readable.destroyed = false;
    readable.errored = null;
    readable.errorEmitted = readable.reading = false;
    readable.ended = readable.endEmitted = readable.readable === false;
  }
  if (writable) {
    writable.constructed = true;
    writable.destroyed = writable.closed = writable.closeEmitted = false;
    writable.errored = null;
    writable.errorEmitted = writable.finalCalled = writable.prefinished = false;
    writable.ended = writable.ending = writable.finished = writable.writable === false;
  }
}

// An error inside a stream: destroys it, or only tells about it where destroying is off.
function failStream(stream, error, sync) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable?.destroyed || readable?.destroyed) return;
  if (readable?.autoDestroy || writable?.autoDestroy) {
    stream.destroy(error);
    return;
  }
  if (!error) return;
  recordError(error, writable, readable);
  if (sync) {
    process.nextTick(emitError, stream, error);
  } else {
    emitError(stream, error);
  }
}

function construct(stream, callback) {
  if (typeof stream._construct !== 'function') return;
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (readable) readable.constructed = false;
  if (writable) writable.constructed = false;
  stream.once(kConstruct, callback);
  // A duplex asks twice and is constructed once.
  if (stream.listenerCount(kConstruct) > 1) return;
  process.nextTick(runConstruct, stream);
}

function runConstruct(stream) {
  let called = false;

  function onConstructed(error) {
    if (called) {
      failStream(stream, error ?? new ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    const readable = stream._readableState;
    const writable = stream._writableState;
    const state = writable || readable;
    if (readable) readable.constructed = true;
    if (writable) writable.constructed = true;
    if (state.destroyed) {
      stream.emit(kDestroy, error);
    } else if (error) {
      failStream(stream, error, true);
    } else {
      stream.emit(kConstruct);
    }
  }

  try {
    stream._construct((error) => process.nextTick(onConstructed, error));
  } catch (error) {
    process.nextTick(onConstructed, error);
  }
}

// Destroys anything stream-like from outside. One that had not finished is aborted.
function destroyer(stream, error) {
  if (!stream || isDestroyed(stream)) return;
  if (!error && !isFinished(stream)) error = new AbortError();
  if (typeof stream.destroy === 'function') {
    stream.destroy(error);
  } else if (typeof stream.close === 'function') {
    stream.close();
  } else if (error) {
    process.nextTick(emitErrorAndClose, stream, error);
  } else {
    process.nextTick(emitClose, stream);
  }
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}

module.exports = { construct, destroy, destroyer, failStream, undestroy };
