'use strict';

// `stream.pipeline`: streams, iterables and async functions, each feeding the next; one callback
// when all are done, and every part destroyed when one fails.

const {
  ArrayIsArray,
  ArrayPrototypePop,
  ArrayPrototypeShift,
  FunctionPrototypeCall,
  ObjectDefineProperty,
  Promise,
  SymbolAsyncIterator,
  SymbolDispose,
} = primordials;

const {
  AbortError,
  aggregateTwoErrors,
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_RETURN_VALUE,
    ERR_MISSING_ARGS,
    ERR_STREAM_DESTROYED,
    ERR_STREAM_PREMATURE_CLOSE,
  },
} = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');
const { destroyer: destroyStream } = require('internal/stream/destroy');
const { finished } = require('internal/stream/finished');
const { Duplex } = require('internal/stream/duplex');
const {
  isIterable,
  isNodeStream,
  isReadable,
  isReadableFinished,
  isReadableNodeStream,
  isWebStream,
} = require('internal/stream/inspect_state');

function pipeline(...streams) {
  const callback = ArrayPrototypePop(streams);
  validateFunction(callback, 'streams[stream.length - 1]');
  return runPipeline(streams, callback);
}

// A stream is destroyed at most once, and not at all when it finished by itself.
function guard(stream, reading, writing) {
  let done = false;
  stream.on('close', () => { done = true; });
  const stop = finished(stream, { readable: reading, writable: writing }, (error) => { done = !error; });
  return {
    destroy(error) {
      if (done) return;
      done = true;
      destroyStream(stream, error || new ERR_STREAM_DESTROYED('pipe'));
    },
    stop,
  };
}

function runPipeline(streams, callback, options) {
  if (streams.length === 1 && ArrayIsArray(streams[0])) streams = streams[0];
  if (streams.length < 2) throw new ERR_MISSING_ARGS('streams');

  let called = false;
  const callOnce = (error, value) => {
    if (called) return;
    called = true;
    callback(error, value);
  };
  const controller = new AbortController();
  const { signal } = controller;
  const outerSignal = options?.signal;
  const afterSuccess = [];
  validateAbortSignal(outerSignal, 'options.signal');

  let pending = 0;
  let failure;
  let value;
  const destroys = [];
  let abortListener;

  const abort = () => settle(new AbortError(undefined, { cause: outerSignal?.reason }), false);
  if (outerSignal) abortListener = require('events').addAbortListener(outerSignal, abort);

  function finish(error) {
    settle(error, --pending === 0);
  }
  function fail(error) {
    settle(error, false);
  }
  function settle(error, isLast) {
    // A real error says more than the premature close it caused elsewhere.
    if (error && (!failure || failure.code === 'ERR_STREAM_PREMATURE_CLOSE')) failure = error;
    if (!failure && !isLast) return;
    while (destroys.length > 0) ArrayPrototypeShift(destroys)(failure);
    abortListener?.[SymbolDispose]();
    controller.abort();
    if (!isLast) return;
    if (!failure) {
      for (let i = 0; i < afterSuccess.length; i++) afterSuccess[i]();
    }
    process.nextTick(callOnce, failure, value);
  }

  let current;
  for (let i = 0; i < streams.length; i++) {
    const stream = isWebStream(streams[i]) ? require('internal/stream/web_adapters').nodeStreamOf(streams[i], { objectMode: true }) : streams[i];
    const reading = i < streams.length - 1;
    const writing = i > 0;
    const isLast = !reading;
    const end = reading || options?.end !== false;

    if (end && isNodeStream(stream)) {
      const { destroy, stop } = guard(stream, reading, writing);
      destroys.push(destroy);
      if (isReadable(stream) && isLast) afterSuccess.push(stop);
    }
    if (isNodeStream(stream) && end) {
      const onError = (error) => {
        if (error && error.name !== 'AbortError' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
          fail(error);
        }
      };
      stream.on('error', onError);
      if (isReadable(stream) && isLast) {
        afterSuccess.push(() => stream.removeListener('error', onError));
      }
    }

    if (i === 0) {
      current = sourceOf(stream, signal);
    } else if (typeof stream === 'function') {
      current = stream(asyncIterableOf(current), { signal });
      if (reading) {
        if (!isIterable(current, 'async')) {
          throw new ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${i - 1}]`, current);
        }
      } else {
        current = lastFunction(current, end);
        const { destroy, stop } = guard(current, false, true);
        destroys.push(destroy);
        afterSuccess.push(stop);
      }
    } else if (isNodeStream(stream)) {
      if (isReadableNodeStream(current)) {
        pending += 2;
        const stop = connect(current, stream, finish, fail, end);
        if (isReadable(stream) && isLast) afterSuccess.push(stop);
      } else if (isIterable(current)) {
        pending++;
        pump(current, stream, finish, end);
      } else {
        throw new ERR_INVALID_ARG_TYPE(
          'val', ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream', 'TransformStream'], current);
      }
      current = stream;
    } else {
      current = Duplex.from(stream);
    }
  }

  // The last part is a function: its promise's value is the pipeline's, its output can be read.
  function lastFunction(result, end) {
    const { PassThrough } = require('internal/stream/passthrough');
    const output = new PassThrough({ objectMode: true });
    const then = result?.then;
    if (typeof then === 'function') {
      pending++;
      FunctionPrototypeCall(then, result, (result) => {
        value = result;
        if (result != null) output.write(result);
        if (end) output.end();
        process.nextTick(finish);
      }, (error) => {
        output.destroy(error);
        process.nextTick(finish, error);
      });
    } else if (isIterable(result, 'async')) {
      pending++;
      pump(result, output, finish, end);
    } else {
      throw new ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', result);
    }
    return output;
  }

  if (signal.aborted || outerSignal?.aborted) process.nextTick(abort);
  return current;
}

function sourceOf(stream, signal) {
  if (typeof stream === 'function') {
    const source = stream({ signal });
    if (!isIterable(source)) {
      throw new ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or Stream', 'source', source);
    }
    return source;
  }
  return isIterable(stream) || isReadableNodeStream(stream) ? stream : Duplex.from(stream);
}

function asyncIterableOf(value) {
  if (isIterable(value)) return value;
  if (isReadableNodeStream(value)) return fromOldReadable(value);
  throw new ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], value);
}

async function* fromOldReadable(value) {
  const { Readable } = require('internal/stream/readable');
  yield* FunctionPrototypeCall(Readable.prototype[SymbolAsyncIterator], value);
}

// Writes what an iterable gives, at the pace of the writable.
async function pump(iterable, writable, finish, end) {
  let failure;
  let wake = null;
  const onProgress = (error) => {
    if (error) failure = error;
    if (wake === null) return;
    const waiting = wake;
    wake = null;
    waiting();
  };
  const progress = () => new Promise((resolve, reject) => {
    if (failure) {
      reject(failure);
    } else {
      wake = () => (failure ? reject(failure) : resolve());
    }
  });
  writable.on('drain', onProgress);
  const stop = finished(writable, { readable: false }, onProgress);
  try {
    if (writable.writableNeedDrain) await progress();
    for await (const chunk of iterable) {
      if (!writable.write(chunk)) await progress();
    }
    if (end) {
      writable.end();
      await progress();
    }
    finish();
  } catch (error) {
    finish(failure !== error ? aggregateTwoErrors(failure, error) : error);
  } finally {
    stop();
    writable.off('drain', onProgress);
  }
}

// Pipes a readable into a writable. Each side counts as one thing to finish.
function connect(source, destination, finish, fail, end) {
  let ended = false;
  destination.on('close', () => {
    if (!ended) fail(new ERR_STREAM_PREMATURE_CLOSE());
  });
  // Ended by hand, so that an end that already happened is seen as well.
  source.pipe(destination, { end: false });
  if (end) {
    const onEnd = () => {
      ended = true;
      destination.end();
    };
    if (isReadableFinished(source)) {
      process.nextTick(onEnd);
    } else {
      source.once('end', onEnd);
    }
  } else {
    finish();
  }
  finished(source, { readable: true, writable: false }, (error) => {
    const state = source._readableState;
    if (error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' && state && state.ended &&
        !state.errored && !state.errorEmitted) {
      // Closed before its last chunks were read: they may still come.
      source.once('end', finish).once('error', finish);
    } else {
      finish(error);
    }
  });
  return finished(destination, { readable: false, writable: true }, finish);
}

function pipelinePromise(...streams) {
  return new Promise((resolve, reject) => {
    let signal;
    let end;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) &&
        !isWebStream(last)) {
      const options = ArrayPrototypePop(streams);
      signal = options.signal;
      end = options.end;
    }
    runPipeline(streams, (error, value) => {
      if (error) {
        reject(error);
      } else {
        resolve(value);
      }
    }, { signal, end });
  });
}

// Programs know it by the name of its twin.
ObjectDefineProperty(pipelinePromise, 'name', { __proto__: null, configurable: true, value: 'pipeline' });

module.exports = { pipeline, pipelinePromise, runPipeline };
