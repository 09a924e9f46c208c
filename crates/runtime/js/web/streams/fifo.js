// First in, first out: what waits in web streams. Taking the first is cheap however many there are.
'use strict';

const { ArrayPrototypeSplice } = primordials;

class Fifo {
  items = [];
  head = 0;
  tail = 0;

  get length() {
    return this.tail - this.head;
  }

  push(item) {
    this.items[this.tail++] = item;
  }

  peek() {
    return this.items[this.head];
  }

  shift() {
    const item = this.items[this.head];
    this.items[this.head++] = undefined;
    if (this.head === this.tail) {
      this.head = this.tail = 0;
    } else if (this.head === 1024) {
      ArrayPrototypeSplice(this.items, 0, 1024);
      this.tail -= 1024;
      this.head = 0;
    }
    return item;
  }

  // By index, the first is 0.
  at(index) {
    return this.items[this.head + index];
  }

  clear() {
    if (this.tail !== 0) this.items = [];
    this.head = this.tail = 0;
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
    this.sizes?.push(size);
    this.push(item);
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
