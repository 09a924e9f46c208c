'use strict';

// A transport over any Duplex: its chunks are fed to the session, what the session says is written to it.

const native = internalBinding('tls');
const { Buffer } = require('internal/buffer/buffer');

const EINVAL = -22;

class DuplexTransport {
  #stream;
  #isReading = false;

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
      receive(null);
      this.#isReading = false;
    });
    if (!this.#isReading) stream.pause();
  }

  fd = -1;
  get writeQueueSize() { return this.#stream.writableLength; }
  getAsyncId() { return -1; }

  flush(session, callback) {
    const output = native.takeOutput(session);
    if (output === undefined) return 0;
    if (this.#stream.destroyed) return -32;
    this.#stream.write(Buffer.from(output.buffer, output.byteOffset, output.byteLength), (error) => callback(error ? -32 : 0));
    return 1;
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
    this.#stream.end(() => callback(0));
    return 0;
  }

  close(callback) {
    this.#stream.destroy();
    // An error that led here is told before the end.
    setImmediate(callback);
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
