'use strict';

// A Duplex that stands for other streams: what is written to it goes into a sink, what is read from it
// comes out of a source. Each side waits for at most one thing at a time, and forgets what it waits for
// when the Duplex is destroyed; the callback of that is kept until the parts are done too.

const { AbortError } = require('internal/errors');

class Bridge {
  #duplex;
  #onDrain = null;
  #onFlushed = null;
  #onReadable = null;
  #onClosed = undefined;

  // `destroyParts` is given the error when the Duplex is destroyed before its parts have ended.
  constructor(duplex, destroyParts) {
    this.#duplex = duplex;
    duplex._destroy = (error, callback) => {
      this.#onReadable = this.#onDrain = this.#onFlushed = null;
      if (this.#onClosed === null) {
        callback(error);
        return;
      }
      error ||= new AbortError();
      this.#onClosed = callback;
      destroyParts(error);
    };
  }

  // `whenFlushed` arranges for its argument to be called when the sink has passed everything on.
  writeInto(sink, whenFlushed) {
    this.#duplex._write = (chunk, encoding, callback) => {
      if (sink.write(chunk, encoding)) callback();
      else this.#onDrain = callback;
    };
    this.#duplex._final = (callback) => {
      sink.end();
      this.#onFlushed = callback;
    };
    sink.on('drain', () => {
      const callback = this.#onDrain;
      this.#onDrain = null;
      callback?.();
    });
    whenFlushed(() => {
      const callback = this.#onFlushed;
      this.#onFlushed = null;
      callback?.();
    });
  }

  readFrom(source) {
    source.on('readable', () => {
      const callback = this.#onReadable;
      this.#onReadable = null;
      callback?.();
    });
    source.on('end', () => this.#duplex.push(null));
    const read = this.#duplex._read = () => {
      while (true) {
        const chunk = source.read();
        if (chunk === null) {
          this.#onReadable = read;
          return;
        }
        if (!this.#duplex.push(chunk)) return;
      }
    };
  }

  // As `readFrom`, but what the source has comes at once, and the source is paused while the Duplex has enough.
  flowFrom(source) {
    source.on('data', (chunk) => {
      if (!this.#duplex.push(chunk)) source.pause();
    });
    source.on('end', () => this.#duplex.push(null));
    this.#duplex._read = () => source.resume();
  }

  // The parts are done. True if the Duplex had been destroyed and waited for that.
  settle(error) {
    const callback = this.#onClosed;
    this.#onClosed = null;
    callback?.(error);
    return !!callback;
  }
}

module.exports = { Bridge };
