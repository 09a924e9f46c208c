// The frames of WebSocket (RFC 6455): those of a client written, those of a server read.
//
// A client's frames are masked with bytes that nobody can guess, so that what it sends can not be made to look like something
// else to a proxy. What a server may not send is an error with the code to close with.
'use strict';

const { ArrayPrototypePush, Error, TypedArrayPrototypeSet } = primordials;

const { Buffer } = require('internal/buffer/buffer');

const OPCODES = { __proto__: null, continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
const MASK_POOL_BYTES = 8192;

let maskPool;
let maskAt = MASK_POOL_BYTES;

function nextMask() {
  if (maskAt === MASK_POOL_BYTES) {
    maskPool = require('crypto').randomBytes(MASK_POOL_BYTES);
    maskAt = 0;
  }
  maskAt += 4;
  return maskAt - 4;
}

// One whole message of a client, as bytes.
function encodeFrame(opcode, payload) {
  const { byteLength: length } = payload;
  const extra = length < 126 ? 0 : length < 65536 ? 2 : 8;
  const start = 6 + extra;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) {
    frame[2] = length >>> 8;
    frame[3] = length & 0xff;
  } else if (extra === 8) {
    const high = (length - (length >>> 0)) / 4294967296;
    for (let i = 0; i < 4; i++) {
      frame[2 + i] = (high >>> (24 - 8 * i)) & 0xff;
      frame[6 + i] = (length >>> (24 - 8 * i)) & 0xff;
    }
  }
  const mask = nextMask();
  const a = frame[start - 4] = maskPool[mask];
  const b = frame[start - 3] = maskPool[mask + 1];
  const c = frame[start - 2] = maskPool[mask + 2];
  const d = frame[start - 1] = maskPool[mask + 3];
  TypedArrayPrototypeSet(frame, payload, start);
  let at = start;
  for (const end = frame.length - 3; at < end; at += 4) {
    frame[at] ^= a;
    frame[at + 1] ^= b;
    frame[at + 2] ^= c;
    frame[at + 3] ^= d;
  }
  if (at < frame.length) frame[at] ^= a;
  if (at + 1 < frame.length) frame[at + 1] ^= b;
  if (at + 2 < frame.length) frame[at + 2] ^= c;
  return frame;
}

class FrameError extends Error {
  constructor(closeCode, message) {
    super(message);
    this.closeCode = closeCode;
  }
}

const MAX_MESSAGE_BYTES = 0x7fffffff;

// Reads frames of a server. The listener has `onMessage(opcode, bytes)` for whole messages and `onControl(opcode, bytes)`; what it
// throws ends the reading.
class FrameReader {
  #listener;
  #kept = [];
  #keptBytes = 0;
  #needed = 2;
  #fragments = [];
  #fragmentBytes = 0;
  #opcode = 0; // Of the message whose fragments come.
  #isStopped = false;

  constructor(listener) {
    this.#listener = listener;
  }

  stop() {
    this.#isStopped = true;
    this.#kept = [];
  }

  execute(bytes) {
    if (this.#isStopped) return;
    ArrayPrototypePush(this.#kept, bytes);
    this.#keptBytes += bytes.length;
    if (this.#keptBytes < this.#needed) return;
    let data = this.#kept.length === 1 ? bytes : Buffer.concat(this.#kept);
    this.#kept = [];
    while (!this.#isStopped) {
      const used = this.#frame(data);
      if (used === -1) break;
      data = data.subarray(used);
    }
    if (data.length !== 0 && !this.#isStopped) this.#kept = [data];
    this.#keptBytes = data.length;
  }

  // How many bytes the first frame took, -1 if it is not whole.
  #frame(data) {
    this.#needed = 2;
    if (data.length < 2) return -1;
    const opcode = data[0] & 0x0f;
    const isLast = (data[0] & 0x80) !== 0;
    if ((data[0] & 0x70) !== 0) throw new FrameError(1002, 'RSV1 to be clear.');
    if ((data[1] & 0x80) !== 0) throw new FrameError(1002, 'Frame cannot be masked');
    if (opcode > 10 || (opcode > 2 && opcode < 8)) throw new FrameError(1002, 'Invalid opcode received');
    let length = data[1] & 0x7f;
    if (opcode >= 8) {
      if (length > 125) throw new FrameError(1002, 'Control frame either too large or fragmented');
      if (!isLast) throw new FrameError(1002, 'Control frame either too large or fragmented');
    }
    const headLength = length < 126 ? 2 : length === 126 ? 4 : 10;
    this.#needed = headLength;
    if (data.length < headLength) return -1;
    if (length === 126) length = data.readUInt16BE(2);
    else if (length === 127) length = data.readUInt32BE(2) * 4294967296 + data.readUInt32BE(6);
    if (length + this.#fragmentBytes > MAX_MESSAGE_BYTES) throw new FrameError(1009, 'Received payload length > 2^31 bytes.');
    this.#needed = headLength + length;
    if (data.length < this.#needed) return -1;
    this.#take(opcode, isLast, data.subarray(headLength, headLength + length));
    return headLength + length;
  }

  #take(opcode, isLast, payload) {
    if (opcode >= 8) {
      this.#listener.onControl(opcode, payload);
      return;
    }
    if (opcode === OPCODES.continuation) {
      if (this.#opcode === 0) throw new FrameError(1002, 'Unexpected continuation frame');
    } else {
      if (this.#opcode !== 0) throw new FrameError(1002, 'Expected continuation frame');
      if (isLast) {
        this.#listener.onMessage(opcode, payload);
        return;
      }
      this.#opcode = opcode;
    }
    // Kept for later, when the bytes of the socket are others.
    ArrayPrototypePush(this.#fragments, Buffer.from(payload));
    this.#fragmentBytes += payload.length;
    if (!isLast) return;
    const message = Buffer.concat(this.#fragments);
    const kind = this.#opcode;
    this.#fragments = [];
    this.#fragmentBytes = this.#opcode = 0;
    this.#listener.onMessage(kind, message);
  }
}

module.exports = { FrameError, FrameReader, OPCODES, encodeFrame };
