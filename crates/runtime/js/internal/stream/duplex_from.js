'use strict';

// `Duplex.from`: a Duplex made of a stream, an iterable, an async function, a promise or a pair
// of streams.

const { FunctionPrototypeCall, Promise } = primordials;

const {
  AbortError,
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_RETURN_VALUE,
  },
} = require('internal/errors');
const { Bridge } = require('internal/stream/bridge');
const { destroyer } = require('internal/stream/destroy');
const { Duplex } = require('internal/stream/duplex');
const { finished } = require('internal/stream/finished');
const { Readable } = require('internal/stream/readable');
const { from } = require('internal/stream/from');
const {
  isDuplexNodeStream,
  isIterable,
  isNodeStream,
  isReadable,
  isReadableNodeStream,
  isReadableStream,
  isWritable,
  isWritableNodeStream,
  isWritableStream,
} = require('internal/stream/inspect_state');

function duplexFrom(body, name) {
  if (isDuplexNodeStream(body)) return body;
  if (isReadableNodeStream(body)) return join({ readable: body });
  if (isWritableNodeStream(body)) return join({ writable: body });
  if (isNodeStream(body)) return join({ writable: false, readable: false });
  if (isReadableStream(body) || isWritableStream(body)) {
    return duplexFrom(require('internal/stream/web_adapters').nodeStreamOf(body, {}), name);
  }
  if (require('internal/buffer/blob').isBlob(body)) return duplexFrom(body.stream(), name);
  if (typeof body === 'function') return fromFunction(body, name);
  if (isIterable(body)) {
    return from(Duplex, body, { objectMode: true, writable: false });
  }
  if (typeof body?.writable === 'object' || typeof body?.readable === 'object') {
    const readable = body.readable && duplexOrSelf(body.readable, isReadableNodeStream);
    const writable = body.writable && duplexOrSelf(body.writable, isWritableNodeStream);
    return join({ readable, writable });
  }
  if (typeof body?.then === 'function') return fromPromise(body);
  throw new ERR_INVALID_ARG_TYPE(
    name,
    ['Blob', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable', 'AsyncIterable', 'Function',
     '{ readable, writable } pair', 'Promise'],
    body);
}

const duplexOrSelf = (stream, isKind) => (isKind(stream) ? stream : duplexFrom(stream));

function fromFunction(body, name) {
  const { iterable, write, final, destroy } = inputOf(body);
  if (isIterable(iterable)) {
    return from(Duplex, iterable, { objectMode: true, write, final, destroy });
  }
  const then = iterable?.then;
  if (typeof then !== 'function') {
    throw new ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or AsyncFunction', name, iterable);
  }
  let duplex;
  const promise = FunctionPrototypeCall(then, iterable, (value) => {
    if (value != null) throw new ERR_INVALID_RETURN_VALUE('nully', 'body', value);
  }, (error) => destroyer(duplex, error));
  return duplex = new Duplex({
    objectMode: true,
    readable: false,
    write,
    final(callback) {
      final(async () => {
        try {
          await promise;
          process.nextTick(callback, null);
        } catch (error) {
          process.nextTick(callback, error);
        }
      });
    },
    destroy,
  });
}

// Calls `body` with an async iterable of what will be written.
function inputOf(body) {
  let deliver;
  let next = new Promise((resolve) => { deliver = resolve; });
  const controller = new AbortController();
  const { signal } = controller;
  const iterable = body((async function*() {
    while (true) {
      const promise = next;
      next = null;
      const { chunk, done, callback } = await promise;
      process.nextTick(callback);
      if (done) return;
      if (signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
      next = new Promise((resolve) => { deliver = resolve; });
      yield chunk;
    }
  })(), { signal });
  return {
    iterable,
    write(chunk, encoding, callback) {
      const send = deliver;
      deliver = null;
      send({ chunk, done: false, callback });
    },
    final(callback) {
      const send = deliver;
      deliver = null;
      send({ done: true, callback });
    },
    destroy(error, callback) {
      controller.abort();
      callback(error);
    },
  };
}

function fromPromise(body) {
  const duplex = new Duplex({ objectMode: true, writable: false, read() {} });
  FunctionPrototypeCall(body.then, body, (value) => {
    if (value != null) duplex.push(value);
    duplex.push(null);
  }, (error) => destroyer(duplex, error));
  return duplex;
}

// One Duplex over a separate readable and writable.
function join({ readable, writable }) {
  const source = readable && typeof readable.read !== 'function' ? Readable.wrap(readable) : readable;
  const sink = writable;
  const canRead = !!isReadable(source);
  const canWrite = !!isWritable(sink);

  const duplex = new Duplex({
    readableObjectMode: !!source?.readableObjectMode,
    writableObjectMode: !!sink?.writableObjectMode,
    readable: canRead,
    writable: canWrite,
  });
  const bridge = new Bridge(duplex, (error) => {
    destroyer(sink, error);
    destroyer(source, error);
  });
  function onFinished(error) {
    if (error) destroyer(source, error);
    if (!bridge.settle(error) && error) duplex.destroy(error);
  }
  if (canWrite) {
    finished(sink, onFinished);
    bridge.writeInto(sink, (callback) => sink.on('finish', callback));
  }
  if (canRead) {
    finished(source, onFinished);
    bridge.readFrom(source);
  }
  return duplex;
}

module.exports = { duplexFrom };
