'use strict';

// `stream.duplexPair`: two Duplexes, each reading what the other is given.

const { Duplex } = require('internal/stream/duplex');

class DuplexSide extends Duplex {
  #other = null;
  #callback = null;

  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor(options) { super(options); }

  connect(other) {
    this.#other = other;
  }

  _read() {
    const callback = this.#callback;
    if (callback) {
      this.#callback = null;
      callback();
    }
  }

  _write(chunk, encoding, callback) {
    if (chunk.length === 0) {
      process.nextTick(callback);
    } else {
      this.#other.push(chunk);
      this.#other.#callback = callback;
    }
  }

  _final(callback) {
    this.#other.on('end', callback);
    this.#other.push(null);
  }
}

function duplexPair(options) {
  const first = new DuplexSide(options);
  const second = new DuplexSide(options);
  first.connect(second);
  second.connect(first);
  return [first, second];
}

module.exports = { duplexPair };
