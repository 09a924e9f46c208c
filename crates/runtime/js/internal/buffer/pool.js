'use strict';

// Where the bytes of small Buffers come from: slices of one shared slab, cut at multiples of
// eight so that a slice can be viewed as wider elements. Owns the slab, not the sizes' rules.

const { ArrayBuffer, SafeWeakMap, Uint8Array } = primordials;

const { FastBuffer } = require('internal/buffer/fast_buffer');
const { utf8Write } = internalBinding('buffer');

// Every slab there is: none may be transferred, because it holds bytes of several Buffers.
const slabs = new SafeWeakMap();
let slab;
let slabBytes;
let slabSize = 0;
let used = 0;

function take(size, poolSize) {
  if (slab === undefined || size > slabSize - used) {
    slabSize = poolSize;
    slab = new ArrayBuffer(slabSize);
    slabBytes = new Uint8Array(slab);
    slabs.set(slab, true);
    used = 0;
  }
  const buffer = new FastBuffer(slab, used, size);
  used = (used + size + 7) & ~7;
  return buffer;
}

// A Buffer of `size` bytes, from the slab when it is less than half of it.
function allocatePooled(size, poolSize) {
  if (size <= 0) return new FastBuffer();
  return size < poolSize >>> 1 ? take(size, poolSize) : new FastBuffer(size);
}

// Text as UTF-8, written where it is to lie; undefined if the slab might have no room for it. A unit takes three bytes at most.
function writePooled(text, poolSize) {
  const most = text.length * 3;
  if (slab === undefined || most >= poolSize >>> 1 || most > slabSize - used) return undefined;
  const size = utf8Write(slabBytes, text, used, most);
  const buffer = new FastBuffer(slab, used, size);
  used = (used + size + 7) & ~7;
  return buffer;
}

function isSlab(buffer) {
  return slabs.has(buffer);
}

module.exports = { allocatePooled, isSlab, writePooled };
