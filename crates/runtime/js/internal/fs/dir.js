'use strict';

// Dir: an open directory, read entry by entry. The entries were read when it was opened.

const { Promise, PromiseReject, PromiseResolve, SymbolAsyncDispose, SymbolAsyncIterator, SymbolDispose } = primordials;

const {
  codes: { ERR_DIR_CLOSED },
} = require('internal/errors');
const { validateFunction } = require('internal/validators');

class Dir {
  #path;
  #entries;
  #next = 0;
  #closed = false;

  constructor(path, entries) {
    this.#path = path;
    this.#entries = entries;
  }

  get path() {
    return this.#path;
  }

  #take() {
    if (this.#closed) throw new ERR_DIR_CLOSED();
    return this.#next < this.#entries.length ? this.#entries[this.#next++] : null;
  }

  read(callback = undefined) {
    if (callback === undefined) {
      return new Promise((resolve) => resolve(this.#take()));
    }
    validateFunction(callback, 'callback');
    const entry = this.#take();
    process.nextTick(callback, null, entry);
    return undefined;
  }

  readSync() {
    return this.#take();
  }

  close(callback = undefined) {
    if (this.#closed) {
      if (callback === undefined) return PromiseReject(new ERR_DIR_CLOSED());
      validateFunction(callback, 'callback');
      process.nextTick(callback, new ERR_DIR_CLOSED());
      return undefined;
    }
    this.#closed = true;
    if (callback === undefined) return PromiseResolve(undefined);
    validateFunction(callback, 'callback');
    process.nextTick(callback, null);
    return undefined;
  }

  closeSync() {
    if (this.#closed) throw new ERR_DIR_CLOSED();
    this.#closed = true;
  }

  async* entries() {
    try {
      for (let entry = this.#take(); entry !== null; entry = this.#take()) yield entry;
    } finally {
      this.#closed = true;
    }
  }

  [SymbolAsyncIterator]() {
    return this.entries();
  }

  [SymbolDispose]() {
    this.#closed = true;
  }

  async [SymbolAsyncDispose]() {
    this.#closed = true;
  }
}

module.exports = { Dir };
