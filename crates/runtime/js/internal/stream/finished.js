'use strict';

// `stream.finished`: one call back when a stream ended, failed or closed too early. It must work
// on streams of any age, so it listens to every event that may be the last and asks the state
// which one is.

const { FunctionPrototypeCall, Promise, SymbolDispose } = primordials;

const {
  AbortError,
  codes: { ERR_INVALID_ARG_TYPE, ERR_STREAM_PREMATURE_CLOSE },
} = require('internal/errors');
const {
  validateAbortSignal,
  validateBoolean,
  validateFunction,
  validateObject,
} = require('internal/validators');
const {
  isClosed,
  isNodeStream,
  isReadable,
  isReadableFinished,
  isReadableNodeStream,
  isWebStream,
  isWritable,
  isWritableFinished,
  isWritableNodeStream,
  readableErrored,
  willEmitClose: emitsClose,
  writableErrored,
} = require('internal/stream/inspect_state');

const nothing = () => {};

// Named as Node names it, which stacks show.
function eos(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else {
    validateObject(options, 'options');
  }
  validateFunction(callback, 'callback');
  validateAbortSignal(options.signal, 'options.signal');
  if (isWebStream(stream)) return require('internal/stream/web_adapters').finishedWeb(stream, options, callback);
  if (!isNodeStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }

  const readable = options.readable ?? isReadableNodeStream(stream);
  const writable = options.writable ?? isWritableNodeStream(stream);
  const readableState = stream._readableState;
  const writableState = stream._writableState;
  // Waiting for 'close' makes sense only if every side we were asked about leads to it.
  let waitForClose = emitsClose(stream) && isReadableNodeStream(stream) === readable &&
    isWritableNodeStream(stream) === writable;
  let writableDone = isWritableFinished(stream, false);
  let readableDone = isReadableFinished(stream, false);
  let closed = isClosed(stream);

  let called = false;
  function tell(error) {
    if (called) return;
    called = true;
    FunctionPrototypeCall(callback, stream, error);
  }
  const tellWell = () => {
    if (called) return;
    called = true;
    FunctionPrototypeCall(callback, stream);
  };

  function onFinish() {
    writableDone = true;
    // Destroyed by hand inside 'finish': 'close' is not a sign of success any more.
    if (stream.destroyed) waitForClose = false;
    if (waitForClose && (!stream.writable || readable)) return;
    if (!readable || readableDone) tellWell();
  }
  function onEnd() {
    readableDone = true;
    if (stream.destroyed) waitForClose = false;
    if (waitForClose && (!stream.readable || writable)) return;
    if (!writable || writableDone) tellWell();
  }
  function onLegacyFinish() {
    if (!stream.writable) onFinish();
  }
  function errorOfState() {
    const error = writableErrored(stream) || readableErrored(stream);
    return error && typeof error !== 'boolean' ? error : undefined;
  }
  function onClose() {
    closed = true;
    const error = errorOfState();
    if (error) return tell(error);
    if (readable && !readableDone && isReadableNodeStream(stream, true) &&
        !isReadableFinished(stream, false)) {
      return tell(new ERR_STREAM_PREMATURE_CLOSE());
    }
    if (writable && !writableDone && !isWritableFinished(stream, false)) {
      return tell(new ERR_STREAM_PREMATURE_CLOSE());
    }
    tellWell();
  }
  function onAlreadyOver() {
    closed = true;
    const error = errorOfState();
    return error ? tell(error) : tellWell();
  }

  const isRequest = stream.setHeader && typeof stream.abort === 'function';
  const onRequest = () => stream.req.on('finish', onFinish);
  if (isRequest) {
    stream.on('complete', onFinish);
    if (!waitForClose) stream.on('abort', onClose);
    if (stream.req) {
      onRequest();
    } else {
      stream.on('request', onRequest);
    }
  } else if (writable && !writableState) {
    stream.on('end', onLegacyFinish);
    stream.on('close', onLegacyFinish);
  }
  if (!waitForClose && typeof stream.aborted === 'boolean') stream.on('aborted', onClose);
  stream.on('end', onEnd);
  stream.on('finish', onFinish);
  if (options.error !== false) stream.on('error', tell);
  // A stream that has closed may still have to say so; its callback has a turn of its own.
  if (!closed) stream.on('close', onClose);

  if (closed) {
    process.nextTick(onClose);
  } else if (writableState?.errorEmitted || readableState?.errorEmitted) {
    if (!waitForClose) process.nextTick(onAlreadyOver);
  } else if (!readable && (!waitForClose || isReadable(stream)) &&
             (writableDone || isWritable(stream) === false)) {
    process.nextTick(onAlreadyOver);
  } else if (!writable && (!waitForClose || isWritable(stream)) &&
             (readableDone || isReadable(stream) === false)) {
    process.nextTick(onAlreadyOver);
  } else if (readableState && stream.req && stream.aborted) {
    process.nextTick(onAlreadyOver);
  }

  const cleanup = () => {
    called = true;
    stream.removeListener('aborted', onClose);
    stream.removeListener('complete', onFinish);
    stream.removeListener('abort', onClose);
    stream.removeListener('request', onRequest);
    if (stream.req) stream.req.removeListener('finish', onFinish);
    stream.removeListener('end', onLegacyFinish);
    stream.removeListener('close', onLegacyFinish);
    stream.removeListener('finish', onFinish);
    stream.removeListener('end', onEnd);
    stream.removeListener('error', tell);
    stream.removeListener('close', onClose);
  };

  if (options.signal && !closed) watchSignal(options.signal, stream);
  return cleanup;

  function watchSignal(signal, stream) {
    const abort = () => {
      const end = callback;
      const first = !called;
      cleanup();
      if (first) {
        FunctionPrototypeCall(end, stream, new AbortError(undefined, { cause: signal.reason }));
      }
    };
    if (signal.aborted) {
      process.nextTick(abort);
      return;
    }
    const listener = require('events').addAbortListener(signal, abort);
    const inner = callback;
    callback = function(...args) {
      listener[SymbolDispose]();
      return inner.apply(this, args);
    };
  }
}

// The promise form. `cleanup: true` also takes the listeners away again.
function finished(stream, options) {
  let cleanup = nothing;
  let autoCleanup = false;
  if (options == null) options = {};
  if (options.cleanup) {
    validateBoolean(options.cleanup, 'cleanup');
    autoCleanup = options.cleanup;
  }
  return new Promise((resolve, reject) => {
    cleanup = eos(stream, options, (error) => {
      if (autoCleanup) cleanup();
      if (error) {
        reject(error);
      } else {
        resolve();
      }
    });
  });
}

module.exports = { finished: eos, finishedPromise: finished };
