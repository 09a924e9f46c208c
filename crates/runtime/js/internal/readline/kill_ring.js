// What was cut from a line, newest first, to be put back by yanking.
'use strict';

const { ArrayPrototypePop, ArrayPrototypeUnshift } = primordials;

const CAPACITY = 32;

class KillRing {
  #texts = [];
  #position = 0;

  push(text) {
    if (text === '' || text === this.#texts[0]) return;
    ArrayPrototypeUnshift(this.#texts, text);
    this.#position = 0;
    if (this.#texts.length > CAPACITY) ArrayPrototypePop(this.#texts);
  }

  get length() {
    return this.#texts.length;
  }

  // What a yank inserts; undefined when nothing was cut.
  get current() {
    return this.#texts[this.#position];
  }

  // The text before it, and after the oldest the newest again.
  rotate() {
    this.#position = (this.#position + 1) % this.#texts.length;
    return this.current;
  }
}

module.exports = { KillRing };
