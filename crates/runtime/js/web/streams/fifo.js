// First in, first out: what waits in web streams. Taking the first is cheap however many there are.
'use strict';

const { ArrayPrototypeSplice } = primordials;

class Fifo {
  items = [];
  head = 0;
  length = 0;

  push(item) {
    this.items[this.head + this.length++] = item;
  }

  peek() {
    return this.items[this.head];
  }

  shift() {
    const { items, head } = this;
    const item = items[head];
    items[head] = undefined;
    if (--this.length === 0) {
      this.head = 0;
    } else if (head === 1023) {
      ArrayPrototypeSplice(items, 0, 1024);
      this.head = 0;
    } else {
      this.head = head + 1;
    }
    return item;
  }

  // By index, the first is 0.
  at(index) {
    return this.items[this.head + index];
  }

  clear() {
    if (this.head + this.length !== 0) this.items = [];
    this.head = this.length = 0;
  }
}

// Chunks and the sum of their sizes. Sizes are only kept if there are others than 1.
class SizedFifo extends Fifo {
  size = 0;
  sizes = undefined;

  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }

  pushSized(item, size) {
    if (size !== 1 && this.sizes === undefined) {
      this.sizes = new Fifo();
      for (let i = 0; i < this.length; i++) this.sizes.push(1);
    }
    if (this.sizes !== undefined) this.sizes.push(size);
    this.items[this.head + this.length++] = item;
    this.size += size;
  }

  shiftSized() {
    // Fractions may leave less than nothing behind.
    this.size -= this.sizes === undefined ? 1 : this.sizes.shift();
    if (this.size < 0) this.size = 0;
    return this.shift();
  }

  clear() {
    super.clear();
    this.size = 0;
    this.sizes = undefined;
  }
}

module.exports = { Fifo, SizedFifo };
