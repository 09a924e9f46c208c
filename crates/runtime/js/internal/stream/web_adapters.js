'use strict';

// Streams of Node as streams of the web and the other way round: `toWeb` and `fromWeb` of Readable, Writable and Duplex.
//
// An adapter owns the stream that it is given: it locks a web stream, and reads or destroys one of Node. Neither side buffers
// more than its own mark.

const { ArrayPrototypePush, PromisePrototypeThen, PromiseResolve, PromiseWithResolvers, Uint8Array } = primordials;

const {
  AbortError,
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_STREAM_PREMATURE_CLOSE },
} = require('internal/errors');
const { isAnyArrayBuffer } = require('internal/util/views');
const { validateBoolean, validateObject, validateOneOf } = require('internal/validators');
const { soon } = require('web/streams/promises');
const { destroyer } = require('internal/stream/destroy');
const { finished } = require('internal/stream/finished');
const { isDestroyed, isReadable, isWritable, isWritableEnded } = require('internal/stream/inspect_state');

const nothing = () => {};

// What a callback throws is the process's, not the promise's.
function inTick(callback) {
  process.nextTick(callback);
}

function readableFromWeb(stream, options = {}) {
  const { isReadableStream } = require('web/streams/readable_stream');
  if (!isReadableStream(stream)) throw new ERR_INVALID_ARG_TYPE('readableStream', 'ReadableStream', stream);
  validateObject(options, 'options');
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  if (encoding !== undefined && !require('internal/buffer/buffer').Buffer.isEncoding(encoding)) {
    throw new ERR_INVALID_ARG_VALUE('options.encoding', encoding);
  }
  validateBoolean(objectMode, 'options.objectMode');
  const reader = stream.getReader();
  let isClosed = false;
  const { Readable } = require('internal/stream/readable');
  const readable = new Readable({
    objectMode,
    highWaterMark,
    encoding,
    signal,
    read() {
      PromisePrototypeThen(reader.read(), ({ done, value }) => {
        readable.push(done ? null : value);
      }, (error) => destroyer(readable, error));
    },
    destroy(error, callback) {
      const done = () => inTick(() => callback(error));
      if (isClosed) done();
      else PromisePrototypeThen(reader.cancel(error), done, done);
    },
  });
  PromisePrototypeThen(reader.closed, () => { isClosed = true; }, (error) => {
    isClosed = true;
    destroyer(readable, error);
  });
  return readable;
}

function readableToWeb(readable, options = {}) {
  if (typeof readable?._readableState !== 'object') throw new ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable', readable);
  validateObject(options, 'options');
  if (options.type !== undefined) validateOneOf(options.type, 'options.type', ['bytes', undefined]);
  const isBytes = options.type === 'bytes';
  const { ReadableStream } = require('web/streams/readable_stream');
  if (isDestroyed(readable) || !isReadable(readable)) {
    const over = new ReadableStream(isBytes ? { type: 'bytes' } : {});
    over.cancel();
    return over;
  }
  const objectMode = readable.readableObjectMode;
  const strategy = isBytes ? { highWaterMark: readable.readableHighWaterMark } :
    options.strategy ?? strategyOf(objectMode, readable.readableHighWaterMark);
  let controller;
  let wasCanceled = false;
  const onData = (chunk) => {
    if (wasCanceled) return;
    // A program's bytes must not be those of a pool.
    if (chunk instanceof Uint8Array && !objectMode) chunk = new Uint8Array(chunk);
    controller.enqueue(chunk);
    if (controller.desiredSize <= 0) readable.pause();
  };
  readable.pause();
  const stop = finished(readable, (error) => {
    error = asAbort(error);
    stop();
    readable.on('error', nothing);
    if (error) {
      controller.error(error);
    } else if (!wasCanceled) {
      controller.close();
      if (isBytes) controller.byobRequest?.respond(0);
    }
  });
  readable.on('data', onData);
  return new ReadableStream({
    type: isBytes ? 'bytes' : undefined,
    start(c) { controller = c; },
    pull() { readable.resume(); },
    cancel(reason) {
      wasCanceled = true;
      destroyer(readable, reason);
    },
  }, strategy);
}

// Who closes too early has broken off.
function asAbort(error) {
  return error?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? new AbortError(undefined, { cause: error }) : error;
}

function strategyOf(objectMode, highWaterMark) {
  const { ByteLengthQueuingStrategy, CountQueuingStrategy } = require('web/streams/strategies');
  return objectMode ? new CountQueuingStrategy({ highWaterMark }) : new ByteLengthQueuingStrategy({ highWaterMark });
}

function writableFromWeb(stream, options = {}) {
  const { isWritableStream } = require('web/streams/writable_stream');
  if (!isWritableStream(stream)) throw new ERR_INVALID_ARG_TYPE('writableStream', 'WritableStream', stream);
  validateObject(options, 'options');
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  validateBoolean(decodeStrings, 'options.decodeStrings');
  const writer = stream.getWriter();
  const sink = new Sink(writer);
  const { Writable } = require('internal/stream/writable');
  const writable = new Writable({
    highWaterMark, objectMode, decodeStrings, signal,
    write: (chunk, encoding, callback) => sink.write(writable, chunk, callback),
    writev: (chunks, callback) => sink.writeAll(writable, chunks, callback),
    final: (callback) => sink.end(writable, callback),
    destroy: (error, callback) => sink.destroy(error, callback),
  });
  sink.watch(writable);
  return writable;
}

// What writes into a web stream on behalf of one of Node.
class Sink {
  constructor(writer) {
    this.writer = writer;
    this.isClosed = false;
  }

  watch(stream) {
    PromisePrototypeThen(this.writer.closed, () => {
      this.isClosed = true;
      // Closed by somebody else.
      if (!isWritableEnded(stream)) destroyer(stream, new ERR_STREAM_PREMATURE_CLOSE());
    }, (error) => {
      this.isClosed = true;
      destroyer(stream, error);
    });
  }

  write(stream, chunk, callback) {
    const done = (error) => {
      try {
        callback(error);
      } catch (failure) {
        destroyer(stream, failure);
      }
    };
    PromisePrototypeThen(this.writer.ready, () => PromisePrototypeThen(this.writer.write(chunk), () => done(), done), done);
  }

  writeAll(stream, chunks, callback) {
    const done = (error) => {
      try {
        callback(error);
      } catch (failure) {
        inTick(() => destroyer(stream, failure));
      }
    };
    PromisePrototypeThen(this.writer.ready, () => {
      const writes = [];
      for (let i = 0; i < chunks.length; i++) ArrayPrototypePush(writes, this.writer.write(chunks[i].chunk));
      PromisePrototypeThen(all(writes), () => done(), done);
    }, done);
  }

  end(stream, callback) {
    const done = (error) => {
      try {
        callback(error);
      } catch (failure) {
        inTick(() => destroyer(stream, failure));
      }
    };
    if (this.isClosed) done();
    else PromisePrototypeThen(this.writer.close(), () => done(), done);
  }

  destroy(error, callback) {
    const done = () => {
      try {
        callback(error);
      } catch (failure) {
        inTick(() => { throw failure; });
      }
    };
    if (this.isClosed) done();
    else if (error === null || error === undefined) PromisePrototypeThen(this.writer.close(), done, done);
    else PromisePrototypeThen(this.writer.abort(error), done, done);
  }
}

function all(promises) {
  const { promise, resolve, reject } = PromiseWithResolvers();
  let left = promises.length;
  for (let i = 0; i < promises.length; i++) PromisePrototypeThen(promises[i], () => { if (--left === 0) resolve(); }, reject);
  return promise;
}

// A message of HTTP is written to like a stream and has no state of one.
function isOutgoingMessage(object) {
  return object instanceof require('internal/http/outgoing_message').OutgoingMessage;
}

// `checkChunk` throws at what is no chunk; a stream that has one ends with the first that is none, on its other side too.
function writableToWeb(writable, checkChunk = undefined) {
  if (typeof writable?._writableState !== 'object' && !isOutgoingMessage(writable)) {
    throw new ERR_INVALID_ARG_TYPE('streamWritable', 'stream.Writable', writable);
  }
  const { WritableStream } = require('web/streams/writable_stream');
  if (isDestroyed(writable) || !isWritable(writable)) {
    const over = new WritableStream();
    over.close();
    return over;
  }
  const objectMode = writable.writableObjectMode;
  const highWaterMark = writable.writableHighWaterMark;
  const strategy = objectMode ? strategyOf(true, highWaterMark) : { highWaterMark };
  let controller;
  let backpressure;
  let closed;
  const onDrain = () => backpressure?.resolve();
  const stop = finished(writable, (error) => {
    error = asAbort(error);
    stop();
    writable.on('error', nothing);
    if (error) {
      backpressure?.reject(error);
      // Whoever closes waits for this error, or for nothing any more.
      if (closed !== undefined) closed.reject(error);
      controller.error(error);
    } else if (closed !== undefined) {
      closed.resolve();
    } else {
      controller.error(new AbortError());
    }
    closed = controller = undefined;
  });
  writable.on('drain', onDrain);
  return new WritableStream({
    start(c) { controller = c; },
    write(chunk) {
      try {
        checkChunk?.(chunk);
        if (!objectMode && isAnyArrayBuffer(chunk)) chunk = new Uint8Array(chunk);
        if (!writable.writableNeedDrain && writable.write(chunk)) return undefined;
      } catch (error) {
        if (checkChunk !== undefined) destroyer(writable, error);
        throw error;
      }
      if (writable.writableNeedDrain) {
        backpressure = PromiseWithResolvers();
        return backpressure.promise;
      }
      return undefined;
    },
    abort(reason) {
      destroyer(writable, reason);
    },
    close() {
      if (closed === undefined && !isWritableEnded(writable)) {
        closed = PromiseWithResolvers();
        writable.end();
        return closed.promise;
      }
      return controller === undefined ? PromiseResolve() : closed?.promise;
    },
  }, strategy);
}

function duplexToWeb(duplex, options = {}, checkChunk = undefined) {
  if (typeof duplex?._writableState !== 'object' || typeof duplex?._readableState !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('duplex', 'stream.Duplex', duplex);
  }
  const { ReadableStream } = require('web/streams/readable_stream');
  const { WritableStream } = require('web/streams/writable_stream');
  if (isDestroyed(duplex)) {
    const writable = new WritableStream();
    const readable = new ReadableStream();
    writable.close();
    readable.cancel();
    return { readable, writable };
  }
  const writable = isWritable(duplex) ? writableToWeb(duplex, checkChunk) : new WritableStream();
  if (!isWritable(duplex)) writable.close();
  const readable = isReadable(duplex) ? readableToWeb(duplex, { type: options.readableType }) : new ReadableStream();
  if (!isReadable(duplex)) readable.cancel();
  return { readable, writable };
}

function duplexFromWeb(pair = {}, options = {}) {
  validateObject(pair, 'pair');
  const { readable, writable } = pair;
  const { isReadableStream } = require('web/streams/readable_stream');
  const { isWritableStream } = require('web/streams/writable_stream');
  if (!isReadableStream(readable)) throw new ERR_INVALID_ARG_TYPE('pair.readable', 'ReadableStream', readable);
  if (!isWritableStream(writable)) throw new ERR_INVALID_ARG_TYPE('pair.writable', 'WritableStream', writable);
  validateObject(options, 'options');
  const { allowHalfOpen = false, objectMode = false, encoding, decodeStrings = true, highWaterMark, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  if (encoding !== undefined && !require('internal/buffer/buffer').Buffer.isEncoding(encoding)) {
    throw new ERR_INVALID_ARG_VALUE('options.encoding', encoding);
  }
  const sink = new Sink(writable.getWriter());
  const reader = readable.getReader();
  let isReadableClosed = false;
  const { Duplex } = require('internal/stream/duplex');
  const duplex = new Duplex({
    allowHalfOpen, highWaterMark, objectMode, encoding, decodeStrings, signal,
    write: (chunk, _, callback) => sink.write(duplex, chunk, callback),
    writev: (chunks, callback) => sink.writeAll(duplex, chunks, callback),
    final: (callback) => sink.end(duplex, callback),
    read() {
      PromisePrototypeThen(reader.read(), ({ done, value }) => {
        duplex.push(done ? null : value);
      }, (error) => destroyer(duplex, error));
    },
    destroy(error, callback) {
      const done = () => {
        try {
          callback(error);
        } catch (failure) {
          inTick(() => { throw failure; });
        }
      };
      const actions = [];
      if (!sink.isClosed) ArrayPrototypePush(actions, quietly(error ? sink.writer.abort(error) : sink.writer.close()));
      if (!isReadableClosed) ArrayPrototypePush(actions, quietly(reader.cancel(error)));
      if (actions.length === 0) done();
      else PromisePrototypeThen(all(actions), done, done);
    },
  });
  sink.watch(duplex);
  PromisePrototypeThen(reader.closed, () => { isReadableClosed = true; }, (error) => {
    isReadableClosed = true;
    destroyer(duplex, error);
  });
  return duplex;
}

function quietly(promise) {
  return PromisePrototypeThen(promise, nothing, nothing);
}

// The stream of Node that stands for one of the web.
function nodeStreamOf(stream, options) {
  const { isReadableStream } = require('web/streams/readable_stream');
  const { isWritableStream } = require('web/streams/writable_stream');
  if (isReadableStream(stream)) return readableFromWeb(stream, options);
  if (isWritableStream(stream)) return writableFromWeb(stream, options);
  if (isReadableStream(stream.readable) && isWritableStream(stream.writable)) return duplexFromWeb(stream, options);
  return require('internal/stream/duplex_from').duplexFrom(stream, 'body');
}

// Fails a web stream from outside, as its source or sink could.
function failWeb(stream, error) {
  const { isReadableStream, stateOf } = require('web/streams/readable_stream');
  if (isReadableStream(stream)) {
    const { controller } = stateOf(stream);
    const { ByteControllerState, failController: failBytes } = require('web/streams/readable_byte_controller');
    if (controller instanceof ByteControllerState) failBytes(controller, error);
    else require('web/streams/readable_default_controller').failController(controller, error);
    return;
  }
  const { isWritableStream, stateOf: writableStateOf } = require('web/streams/writable_stream');
  if (isWritableStream(stream)) {
    require('web/streams/writable_controller').failIfWritable(writableStateOf(stream).controller, error);
    return;
  }
  failWeb(stream.readable, error);
  failWeb(stream.writable, error);
}

// `stream.finished` of a web stream: calls back in a tick behind its end. Gives a function that calls it off.
function finishedWeb(stream, options, callback) {
  const { isReadableStream, stateOf } = require('web/streams/readable_stream');
  const state = isReadableStream(stream) ? stateOf(stream) : require('web/streams/writable_stream').stateOf(stream, 'stream');
  const CLOSED = 1;
  const ERRORED = 2;
  let isOver = false;
  const tell = (error) => {
    if (isOver) return;
    isOver = true;
    process.nextTick(() => callback(error));
  };
  const look = () => {
    if (state.status === CLOSED) tell();
    else if (state.status === ERRORED) tell(state.error);
  };
  const { signal } = options;
  if (signal !== undefined) {
    const abort = () => tell(new AbortError(undefined, { cause: signal.reason }));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { __proto__: null, once: true });
  }
  const { onEnd } = state;
  state.onEnd = () => {
    onEnd?.();
    soon(look);
  };
  if (state.status === CLOSED || state.status === ERRORED) soon(look);
  return () => { isOver = true; };
}

module.exports = { duplexFromWeb, duplexToWeb, failWeb, finishedWeb, nodeStreamOf, readableFromWeb, readableToWeb, writableFromWeb, writableToWeb };
