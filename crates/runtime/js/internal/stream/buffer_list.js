'use strict';

// The chunks a readable stream holds, first in first out. A chunk may be taken in parts.
// An array with a moving head: shifting an array costs its length, moving the head nothing.

const { ArrayPrototypeJoin, ArrayPrototypeSlice, ArrayPrototypeSplice, ArrayPrototypeUnshift, SafeArrayIterator, SymbolIterator, Uint8Array } = primordials;
const { buffers } = require('internal/buffer/late');

const COMPACT_AT = 1024;
// What lists without chunks share, as most of the time most streams have none. Nothing is ever put into it.
const NONE = [];

class BufferList {
  constructor() {
    this.items = NONE;
    this.head = 0;
  }

  get length() {
    return this.items.length - this.head;
  }

  push(chunk) {
    if (this.items === NONE) this.items = [chunk];
    else this.items[this.items.length] = chunk;
  }

  unshift(chunk) {
    if (this.head > 0) {
      this.items[--this.head] = chunk;
    } else if (this.items === NONE) {
      this.items = [chunk];
    } else {
      ArrayPrototypeUnshift(this.items, chunk);
    }
  }

  first() {
    return this.items[this.head];
  }

  shift() {
    const chunk = this.items[this.head];
    this.items[this.head++] = undefined;
    if (this.head === this.items.length) {
      this.clear();
    } else if (this.head === COMPACT_AT) {
      ArrayPrototypeSplice(this.items, 0, COMPACT_AT);
      this.head = 0;
    }
    return chunk;
  }

  // The chunks as an array of their own, which a program may look at.
  toArray() {
    if (this.head > 0) {
      ArrayPrototypeSplice(this.items, 0, this.head);
      this.head = 0;
    }
    if (this.items === NONE) this.items = [];
    return this.items;
  }

  // Libraries that read `_readableState.buffer` know it as an array.
  [SymbolIterator]() {
    return new SafeArrayIterator(this.toArray());
  }

  clear() {
    this.items = NONE;
    this.head = 0;
  }

  // The first `size` bytes or characters, across chunks.
  consume(size, isText) {
    const first = this.first();
    if (size < first.length) {
      this.items[this.head] = first.slice(size);
      return first.slice(0, size);
    }
    if (size === first.length) return this.shift();
    return isText ? this.consumeText(size) : this.consumeBytes(size);
  }

  consumeText(size) {
    let text = '';
    while (text.length < size) {
      const chunk = this.first();
      const missing = size - text.length;
      if (chunk.length > missing) {
        text += chunk.slice(0, missing);
        this.items[this.head] = chunk.slice(missing);
      } else {
        text += this.shift();
      }
    }
    return text;
  }

  consumeBytes(size) {
    const bytes = buffers().allocUnsafe(size);
    let filled = 0;
    while (filled < size) {
      const chunk = this.first();
      const missing = size - filled;
      if (chunk.length > missing) {
        bytes.set(new Uint8Array(chunk.buffer, chunk.byteOffset, missing), filled);
        this.items[this.head] = chunk.slice(missing);
        filled = size;
      } else {
        bytes.set(chunk, filled);
        filled += chunk.length;
        this.shift();
      }
    }
    return bytes;
  }

  // Everything, as one chunk.
  concat(isText, size) {
    const chunks = ArrayPrototypeSlice(this.items, this.head);
    this.clear();
    if (isText) return ArrayPrototypeJoin(chunks, '');
    return chunks.length === 1 ? chunks[0] : buffers().concat(chunks, size);
  }
}

module.exports = { BufferList };
