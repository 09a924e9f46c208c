// The standard streams of a worker: what it writes is sent to its parent, where it can be read, and the other way round.
//
// A chunk is acknowledged when the reader wants more; until then its writer waits, so that no side is flooded.
'use strict';

const { Readable, Writable } = require('stream');
const { Buffer } = require('buffer');

// The end that is written to. `waits(delta)` is told when a chunk begins and ceases to wait.
class SentStream extends Writable {
  #control;
  #name;
  #waits;
  #callback;

  constructor(control, name, waits) {
    super({ decodeStrings: false });
    this.#control = control;
    this.#name = name;
    this.#waits = waits;
  }

  _write(chunk, encoding, callback) {
    this._writev([{ chunk, encoding }], callback);
  }

  _writev(chunks, callback) {
    const sent = [];
    for (let i = 0; i < chunks.length; i++) sent[i] = { chunk: chunks[i].chunk, encoding: chunks[i].encoding };
    this.#control.send({ kind: 'chunks', stream: this.#name, chunks: sent });
    if (process._exiting) {
      callback();
      return;
    }
    this.#callback = callback;
    this.#waits(1);
  }

  _final(callback) {
    this.#control.send({ kind: 'chunks', stream: this.#name, chunks: null });
    callback();
  }

  // The reader wants more.
  goOn() {
    const callback = this.#callback;
    if (callback === undefined) return;
    this.#callback = undefined;
    this.#waits(-1);
    callback();
  }
}

// The end that is read from.
class ReceivedStream extends Readable {
  #control;
  #name;
  // A stream that nobody has asked yet answers for nothing.
  #isAsked = false;
  #isWaitedFor = false;
  #waits;

  // `waits(delta)` is told when somebody begins to read, and at the end.
  constructor(control, name, waits) {
    super();
    this.#control = control;
    this.#name = name;
    this.#waits = waits;
  }

  _read() {
    if (!this.#isAsked) {
      this.#isAsked = true;
      this.#waits(1);
      this.once('end', () => this.#waits(-1));
    }
    if (!this.#isWaitedFor) return;
    this.#isWaitedFor = false;
    this.#control.tell({ kind: 'more', stream: this.#name });
  }

  // What nobody has looked at is as it would be if it had flowed to its end: nothing happens to it any more.
  endUnseen() {
    const state = this._readableState;
    state.ended = state.endEmitted = state.destroyed = state.closed = state.closeEmitted = true;
  }

  take(chunks) {
    if (chunks === null) {
      this.push(null);
      return;
    }
    let wantsMore = true;
    for (let i = 0; i < chunks.length; i++) {
      const { chunk, encoding } = chunks[i];
      wantsMore = typeof chunk === 'string' ? this.push(chunk, encoding) :
        this.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    this.#isWaitedFor = true;
    if (wantsMore && this.#isAsked) this._read();
  }
}

module.exports = { ReceivedStream, SentStream };
