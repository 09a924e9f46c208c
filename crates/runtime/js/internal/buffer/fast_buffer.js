'use strict';

// The class behind every Buffer: a Uint8Array with Buffer's prototype. `Buffer` itself is a
// function (it may be called without `new`) that shares this prototype.

const { Uint8Array } = primordials;

class FastBuffer extends Uint8Array {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor(source, byteOffset, length) { super(source, byteOffset, length); }
}

module.exports = { FastBuffer };
