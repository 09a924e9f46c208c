'use strict';

// A transport over any Duplex: its chunks are fed to the session, what the session says is written to it.

const { ArrayPrototypePush, MathMax } = primordials;

const native = internalBinding('tls');
const { Buffer } = require('internal/buffer/buffer');

const EPIPE = -32;
const EINVAL = -22;
const ECANCELED = -125;

class DuplexTransport {
  #stream;
  #isReading = false;
  // One write is under way: what is said meanwhile goes out together when it is done, and those who wait are called back
  // when there is nothing left to say.
  #isWriting = false;
  #writtenBytes = 0;
  #waiting = [];
  #shutdown = null;
  // The stream has closed, and nothing waits for it any more.
  #isGone = false;

  // Called when the stream has closed by itself, after those who waited for it.
  ongone = null;

  constructor(stream) {
    this.#stream = stream;
  }

  // What it reads comes inside of somebody's callback.
  get isOutermost() { return false; }

  start(session, receive) {
    const stream = this.#stream;
    stream.pause();
    stream.on('data', (chunk) => {
      native.feed(session, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      receive(true);
    });
    stream.on('end', () => receive(null));
    stream.once('close', () => {
      this.#isReading = false;
      setImmediate(() => {
        this.#cancel();
        this.ongone();
      });
    });
    if (!this.#isReading) stream.pause();
  }

  fd = -1;
  get writeQueueSize() { return MathMax(this.#stream.writableLength, this.#writtenBytes); }
  getAsyncId() { return -1; }

  flush(session, callback) {
    if (!this.#isWriting) {
      const output = native.takeOutput(session);
      if (output === undefined) return 0;
      if (this.#stream.destroyed) return EPIPE;
      this.#write(session, output);
    }
    ArrayPrototypePush(this.#waiting, callback);
    return 1;
  }

  #write(session, output) {
    this.#isWriting = true;
    this.#writtenBytes = output.byteLength;
    this.#stream.write(Buffer.from(output.buffer, output.byteOffset, output.byteLength), (error) => {
      // A stream may call back at once; nobody here expects that.
      setImmediate(() => this.#written(session, error ? EPIPE : 0));
    });
  }

  #written(session, status) {
    const output = status === 0 ? native.takeOutput(session) : undefined;
    if (output !== undefined) {
      this.#write(session, output);
      return;
    }
    this.#isWriting = false;
    this.#writtenBytes = 0;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i++) waiting[i](status);
    if (this.#shutdown !== null && !this.#isWriting) {
      const callback = this.#shutdown;
      this.#shutdown = null;
      this.shutdown(callback);
    }
  }

  readStart() {
    this.#isReading = true;
    this.#stream.resume();
    return 0;
  }

  readStop() {
    this.#isReading = false;
    this.#stream.pause();
    return 0;
  }

  shutdown(callback) {
    // One that has been destroyed will close, and with it what waits ends.
    if (this.#isWriting || this.#stream.destroyed) this.#shutdown = callback;
    else process.nextTick(() => this.#stream.end(() => callback(0)));
    return 0;
  }

  close(callback) {
    if (this.#isGone) {
      callback();
      return;
    }
    this.#stream.destroy();
    // An error that led here is told before the end.
    setImmediate(() => {
      this.#cancel();
      callback();
    });
  }

  // What the stream has not done will not be done. That nothing more comes needs nobody to be told.
  #cancel() {
    this.#isGone = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i++) waiting[i](ECANCELED);
    const shutdown = this.#shutdown;
    this.#shutdown = null;
    shutdown?.(0);
  }

  reset(callback) {
    this.close(callback);
    return 0;
  }

  ref() { this.#stream.ref?.(); }
  unref() { this.#stream.unref?.(); }
  hasRef() { return false; }
  setBlocking() { return EINVAL; }
  setNoDelay(wanted) { this.#stream.setNoDelay?.(wanted); }
  setKeepAlive(wanted, seconds) { this.#stream.setKeepAlive?.(wanted, seconds * 1000); }
  getsockname() { return EINVAL; }
  getpeername() { return EINVAL; }
}

module.exports = { DuplexTransport };
