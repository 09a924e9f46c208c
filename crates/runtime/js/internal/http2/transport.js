// What carries a session's bytes.
//
// Over a socket of the loop they go from the stream into the session and back without coming here; what comes is the word
// that some have. Over TLS plaintext is handed on. Any other Duplex is read and written as a stream.
'use strict';

const { ReflectApply } = primordials;

const native = internalBinding('http2');
const { Buffer } = require('internal/buffer/buffer');
const { enter, leave } = require('internal/async_hooks/native_resource');
const { runNextTicks } = require('internal/process/task_queues');
const { StreamHandle } = require('internal/streams/handle');
const { TLSHandle } = require('internal/tls/handle');
const { touch } = require('internal/net/stream_timeout');

const EBADF = -9;
const EPIPE = -32;

// A socket whose handle is a stream of the loop, or TLS over one.
class HandleTransport {
  #socket;
  #handle;
  #session;
  #isDirect;
  #onRead = null;
  #isReading = false;

  constructor(socket, session, receive) {
    const handle = socket._handle;
    this.#socket = socket;
    this.#handle = handle;
    this.#session = session;
    this.#isDirect = handle instanceof StreamHandle;
    // What was read before.
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) native.receive(session, chunk);
    if (this.#isDirect) native.attach(session, handle.number);
    this.#onRead = handle.onread;
    const self = this;
    handle.onread = function(value) { self.#take(value, receive); };
    handle.reading = true;
    handle.readStart();
  }

  #take(value, receive) {
    if (value === null || typeof value === 'number') {
      receive(value);
      // The socket ends or fails as it would by itself.
      ReflectApply(this.#onRead, this.#handle, [value]);
      return;
    }
    touch(this.#socket);
    if (value !== true) native.receive(this.#session, value);
    this.#isReading = true;
    try {
      receive(true);
    } finally {
      this.#isReading = false;
    }
  }

  // Lets ticks and microtasks run, as they do between two callbacks: while a read is handed on.
  drain() {
    if (!this.#isReading) return;
    const handle = this.#isDirect ? this.#handle : undefined;
    if (handle !== undefined) leave(handle);
    runNextTicks();
    if (handle !== undefined) enter(handle);
  }

  // 0: all is written; 1: the callback will tell; negative: an errno.
  flush(callback) {
    const handle = this.#handle;
    if (this.#isDirect) {
      const { number } = handle;
      if (number === 0) {
        native.takeOutput(this.#session);
        return EBADF;
      }
      const status = native.flush(this.#session, number, callback);
      handle.bytesWritten += native.fields[1];
      return status;
    }
    const output = native.takeOutput(this.#session);
    if (output === undefined) return 0;
    return handle.write(output, output.byteLength, callback);
  }
}

// Any other Duplex.
class DuplexTransport {
  #stream;
  #session;

  constructor(stream, session, receive) {
    this.#stream = stream;
    this.#session = session;
    stream.on('data', (chunk) => {
      native.receive(session, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      receive(true);
    });
    stream.on('end', () => {
      receive(null);
      // The other side is done, and without a handle nobody else says so.
      stream.destroy();
    });
    stream.resume();
  }

  drain() {}

  flush(callback) {
    const pieces = native.takePieces(this.#session);
    if (pieces === undefined) return 0;
    const stream = this.#stream;
    if (stream.destroyed || stream.writableEnded) return EPIPE;
    let left = pieces.length;
    let status = 0;
    const done = (error) => {
      if (error) status = EPIPE;
      left--;
      // What the other side makes of it comes first, as with a socket.
      if (left === 0) setImmediate(callback, status);
    };
    stream.cork();
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      stream.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength), done);
    }
    stream.uncork();
    return 1;
  }
}

function makeTransport(socket, session, receive) {
  const handle = socket._handle;
  const isNative = handle instanceof StreamHandle || handle instanceof TLSHandle;
  return isNative ? new HandleTransport(socket, session, receive) : new DuplexTransport(socket, session, receive);
}

module.exports = { makeTransport };
