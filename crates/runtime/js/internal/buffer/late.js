// Buffer for those who are loaded long before there is any byte: streams, sockets, messages of HTTP. It is a fifth of what
// `require('http')` would load, and comes with the first chunk.
'use strict';

// The longest Buffer.
const kMaxLength = 9007199254740991;

let Buffer;
let FastBuffer;

function load() {
  ({ Buffer } = require('internal/buffer/buffer'));
  // Its methods come with Buffer.
  ({ FastBuffer } = require('internal/buffer/fast_buffer'));
}

/** The function Buffer. */
function buffers() {
  if (Buffer === undefined) load();
  return Buffer;
}

/** A Buffer over memory that is there, or of so many zeros. */
function fastBuffer(memory, offset, length) {
  if (Buffer === undefined) load();
  return new FastBuffer(memory, offset, length);
}

/** The same bytes as a Buffer: the view itself, if it is one. */
function bufferOver(view) {
  if (Buffer === undefined) load();
  return view instanceof FastBuffer ? view : new FastBuffer(view.buffer, view.byteOffset, view.byteLength);
}

module.exports = { bufferOver, buffers, fastBuffer, kMaxLength };
