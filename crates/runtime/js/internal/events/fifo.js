// A queue whose both ends cost the same however long it is: an array that is
// read from a moving start and cut when half of it has been read.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeSlice } = primordials;

const CUT_AT = 1024;

class Fifo {
  #items = [];
  #start = 0;

  get length() {
    return this.#items.length - this.#start;
  }

  push(item) {
    ArrayPrototypePush(this.#items, item);
  }

  // The oldest item; undefined when there is none.
  shift() {
    if (this.#start === this.#items.length) return undefined;
    const item = this.#items[this.#start];
    this.#items[this.#start++] = undefined;
    if (this.#start === this.#items.length) {
      this.#items = [];
      this.#start = 0;
    } else if (this.#start >= CUT_AT && this.#start * 2 >= this.#items.length) {
      this.#items = ArrayPrototypeSlice(this.#items, this.#start);
      this.#start = 0;
    }
    return item;
  }
}

module.exports = { Fifo };
