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

class JsonLines {
  #decoder;
  #rest = '';

  // Whether a message has begun and not ended.
  get isWithin() {
    return this.#rest !== '';
  }

  encode(message) {
    return Buffer.from(`${JSONStringify(message)}\n`);
  }

  // The messages that these bytes complete.
  decode(bytes) {
    if (this.#decoder === undefined) {
      const { StringDecoder } = require('string_decoder');
      this.#decoder = new StringDecoder('utf8');
    }
    const text = this.#decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const messages = [];
    let start = 0;
    // What is left of earlier reads has no line end.
    for (let end = StringPrototypeIndexOf(text, '\n'); end !== -1; end = StringPrototypeIndexOf(text, '\n', start)) {
      const line = this.#rest + StringPrototypeSlice(text, start, end);
      this.#rest = '';
      start = end + 1;
      ArrayPrototypePush(messages, JSONParse(line));
    }
    this.#rest += StringPrototypeSlice(text, start);
    return messages;
  }
}

const LENGTH_BYTES = 4;

class Frames {
  #chunks = [];
  #length = 0;

  get isWithin() {
    return this.#length > 0;
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

  decode(bytes) {
    ArrayPrototypePush(this.#chunks, bytes);
    this.#length += TypedArrayPrototypeGetLength(bytes);
    const messages = [];
    while (this.#length >= LENGTH_BYTES) {
      const head = this.#atLeast(LENGTH_BYTES);
      const view = new DataView(TypedArrayPrototypeGetBuffer(head), TypedArrayPrototypeGetByteOffset(head));
      const end = LENGTH_BYTES + DataViewPrototypeGetUint32(view, 0);
      if (this.#length < end) break;
      const frame = this.#atLeast(end);
      const { deserialize } = require('internal/messaging/v8_reader');
      ArrayPrototypePush(messages, deserialize(TypedArrayPrototypeSubarray(frame, LENGTH_BYTES, end)));
      this.#chunks[0] = TypedArrayPrototypeSubarray(frame, end);
      this.#length -= end;
    }
    return messages;
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

function framingOf(serialization) {
  return serialization === 'advanced' ? new Frames() : new JsonLines();
}

module.exports = { framingOf };
