// How messages are bytes on a channel, by the option `serialization`.
//
// 'json': each is a line of JSON, which Node's channels read and write too.
// 'advanced': four bytes of length, big-endian, and the value in V8's form, as Node has it.
'use strict';

const {
  ArrayPrototypePush,
  DataView,
  DataViewPrototypeGetUint32,
  DataViewPrototypeSetUint32,
  JSONParse,
  JSONStringify,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet,
  TypedArrayPrototypeSubarray,
  Uint8Array,
} = primordials;

const { Buffer } = require('internal/buffer/buffer');
const native = internalBinding('streams');

// What a framing has: `isWithin`, whether a message has begun and not ended; `write(pipe, message, done)`, whose status is
// that of the pipe's; `encode(message)`, the bytes; `decode(read, deliver)`, which calls `deliver` with each message that
// what was read completes.

// The native side keeps what is no whole line, so what is read are lines.
class JsonLines {
  #number;

  constructor(pipe) {
    this.#number = pipe.number;
    native.readLines(this.#number);
  }

  get isWithin() {
    return native.isWithinLine(this.#number);
  }

  write(pipe, message, done) {
    return pipe.writeLine(JSONStringify(message), done);
  }

  encode(message) {
    return Buffer.from(`${JSONStringify(message)}\n`);
  }

  // The messages before a line that is no JSON are delivered, those after it are lost with it.
  decode(lines, deliver) {
    let end = StringPrototypeIndexOf(lines, '\n');
    if (end === -1) {
      deliver(JSONParse(lines));
      return;
    }
    let start = 0;
    do {
      deliver(JSONParse(StringPrototypeSlice(lines, start, end)));
      start = end + 1;
      end = StringPrototypeIndexOf(lines, '\n', start);
    } while (end !== -1);
    deliver(JSONParse(StringPrototypeSlice(lines, start)));
  }
}

const LENGTH_BYTES = 4;

class Frames {
  #chunks = [];
  #length = 0;

  get isWithin() {
    return this.#length > 0;
  }

  write(pipe, message, done) {
    const frame = this.encode(message);
    return pipe.write(frame, TypedArrayPrototypeGetLength(frame), done);
  }

  encode(message) {
    const { serialize } = require('internal/messaging/v8_writer');
    const body = serialize(message);
    const length = TypedArrayPrototypeGetLength(body);
    const frame = new Uint8Array(LENGTH_BYTES + length);
    DataViewPrototypeSetUint32(new DataView(TypedArrayPrototypeGetBuffer(frame)), 0, length);
    TypedArrayPrototypeSet(frame, body, LENGTH_BYTES);
    return frame;
  }

  decode(bytes, deliver) {
    ArrayPrototypePush(this.#chunks, bytes);
    this.#length += TypedArrayPrototypeGetLength(bytes);
    while (this.#length >= LENGTH_BYTES) {
      const head = this.#atLeast(LENGTH_BYTES);
      const view = new DataView(TypedArrayPrototypeGetBuffer(head), TypedArrayPrototypeGetByteOffset(head));
      const end = LENGTH_BYTES + DataViewPrototypeGetUint32(view, 0);
      if (this.#length < end) break;
      const frame = this.#atLeast(end);
      const { deserialize } = require('internal/messaging/v8_reader');
      this.#chunks[0] = TypedArrayPrototypeSubarray(frame, end);
      this.#length -= end;
      deliver(deserialize(TypedArrayPrototypeSubarray(frame, LENGTH_BYTES, end)));
    }
  }

  // The first chunk, joined with as many others as it takes.
  #atLeast(length) {
    if (TypedArrayPrototypeGetLength(this.#chunks[0]) < length) {
      const joined = new Uint8Array(this.#length);
      let at = 0;
      for (let i = 0; i < this.#chunks.length; i++) {
        TypedArrayPrototypeSet(joined, this.#chunks[i], at);
        at += TypedArrayPrototypeGetLength(this.#chunks[i]);
      }
      this.#chunks = [joined];
    }
    return this.#chunks[0];
  }
}

function framingOf(pipe, serialization) {
  return serialization === 'advanced' ? new Frames() : new JsonLines(pipe);
}

module.exports = { framingOf };
