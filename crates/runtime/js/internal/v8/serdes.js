// `v8.serialize` and the classes behind it: V8's own form of values, written and read by internal/messaging.
'use strict';

const {
  ArrayBufferIsView,
  Error,
  MathFloor,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeSet,
  TypedArrayPrototypeSlice,
  TypeError,
  Uint8Array,
} = primordials;
const { Buffer } = require('internal/buffer/buffer');
const types = require('internal/util/types');
const { bytesOf } = require('internal/util/view_bytes');
const { Writer, viewClasses, writeView } = require('internal/messaging/v8_writer');
const { Reader, viewOn } = require('internal/messaging/v8_reader');
const { typedArrays } = require('web/cloneable_kinds');

const TWO_32 = 0x100000000;

// These errors have no prefix of the code in their stack, as native ones do.
function bytesGiven(view, name) {
  if (!ArrayBufferIsView(view)) throw invalidType(`${name} must be a TypedArray or a DataView`);
  return bytesOf(view);
}

function invalidType(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

class Serializer {
  #writer;
  #delegate;

  constructor() {
    this.#delegate = {
      __proto__: null,
      viewsAreHostObjects: false,
      writeHostObject: (writer, object) => {
        if (typeof this._writeHostObject !== 'function') throw this.#delegate.cloneError('[object Object] could not be cloned.');
        this._writeHostObject(object);
      },
      cloneError: (text) => new (this._getDataCloneError ?? Error)(text),
      sharedBufferId: (buffer) => this._getSharedArrayBufferId?.(buffer),
    };
    this.#writer = new Writer(this.#delegate);
  }

  writeHeader() {
    this.#writer.header();
  }

  writeValue(value) {
    this.#writer.value(value);
    return true;
  }

  releaseBuffer() {
    const { written } = this.#writer;
    this.#writer = new Writer(this.#delegate);
    // Memory of its own, none of the pool's.
    return Buffer.from(TypedArrayPrototypeGetBuffer(TypedArrayPrototypeSlice(written)));
  }

  transferArrayBuffer(id, arrayBuffer) {
    if (!types.isAnyArrayBuffer(arrayBuffer)) throw invalidType('arrayBuffer must be an ArrayBuffer');
    this.#writer.transfer(id >>> 0, arrayBuffer);
  }

  writeUint32(number) {
    this.#writer.varint(number >>> 0);
  }

  // Beyond what a double holds, so in steps of seven bits out of both halves.
  writeUint64(high, low) {
    high >>>= 0;
    low >>>= 0;
    while (high > 0 || low >= 0x80) {
      this.#writer.byte((low & 0x7f) | 0x80);
      low = (low >>> 7) + (high & 0x7f) * 0x2000000;
      high >>>= 7;
    }
    this.#writer.byte(low);
  }

  writeDouble(number) {
    this.#writer.double(+number);
  }

  writeRawBytes(source) {
    this.#writer.raw(bytesGiven(source, 'source'));
  }

  _setTreatArrayBufferViewsAsHostObjects(flag) {
    this.#delegate.viewsAreHostObjects = !!flag;
  }
}
Serializer.prototype._getDataCloneError = Error;

class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  _writeHostObject(object) {
    writeView({
      __proto__: null,
      varint: (number) => this.writeUint32(number),
      raw: (bytes) => this.writeRawBytes(bytes),
    }, object);
  }
}

class Deserializer {
  #reader;
  #buffer;

  constructor(buffer) {
    const bytes = bytesGiven(buffer, 'buffer');
    this.#buffer = bytes;
    this.buffer = buffer;
    this.#reader = new Reader(bytes, () => {
      if (typeof this._readHostObject !== 'function') throw new Error('Unable to deserialize cloned data.');
      return this._readHostObject();
    });
  }

  readHeader() {
    if (!this.#reader.header()) throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
    return true;
  }

  readValue() {
    return this.#reader.value();
  }

  getWireFormatVersion() {
    return this.#reader.version;
  }

  transferArrayBuffer(id, arrayBuffer) {
    if (!types.isAnyArrayBuffer(arrayBuffer)) throw invalidType('arrayBuffer must be an ArrayBuffer or SharedArrayBuffer');
    this.#reader.transfer(id >>> 0, arrayBuffer);
  }

  readUint32() {
    return this.#varint('ReadUint32() failed') % TWO_32;
  }

  readUint64() {
    let high = 0;
    let low = 0;
    for (let shift = 0; ; shift += 7) {
      if (this.#reader.left === 0 || shift > 63) throw new Error('ReadUint64() failed');
      const byte = this.#reader.raw(1)[0];
      const bits = byte & 0x7f;
      if (shift < 32) {
        const part = bits * 2 ** shift;
        low += part % TWO_32;
        high += MathFloor(part / TWO_32);
      } else {
        high += bits * 2 ** (shift - 32);
      }
      if (!(byte & 0x80)) return [high >>> 0, low >>> 0];
    }
  }

  #varint(message) {
    let number = 0;
    for (let scale = 1; ; scale *= 0x80) {
      if (this.#reader.left === 0) throw new Error(message);
      const byte = this.#reader.raw(1)[0];
      number += (byte & 0x7f) * scale;
      if (!(byte & 0x80)) return number;
    }
  }

  readDouble() {
    if (this.#reader.left < 8) throw new Error('ReadDouble() failed');
    return this.#reader.double();
  }

  // Where the bytes begin in the whole.
  _readRawBytes(length) {
    if (!(length <= this.#reader.left)) throw new Error('ReadRawBytes() failed');
    const bytes = this.#reader.raw(length);
    return TypedArrayPrototypeGetByteOffset(bytes) - TypedArrayPrototypeGetByteOffset(this.#buffer);
  }

  readRawBytes(length) {
    const at = this._readRawBytes(length);
    return Buffer.from(TypedArrayPrototypeGetBuffer(this.#buffer), TypedArrayPrototypeGetByteOffset(this.#buffer) + at, length);
  }
}

class DefaultDeserializer extends Deserializer {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor(buffer) {
    super(buffer);
  }

  // On the bytes where they are, if they are aligned, as Node does.
  _readHostObject() {
    const name = viewClasses[this.readUint32()];
    const bytes = this.readRawBytes(this.readUint32());
    const size = name === 'DataView' || name === 'Buffer' ? 1 : typedArrays[name]?.BYTES_PER_ELEMENT ?? 1;
    const length = TypedArrayPrototypeGetByteLength(bytes);
    const offset = TypedArrayPrototypeGetByteOffset(bytes);
    if (offset % size === 0) return viewOn(name, TypedArrayPrototypeGetBuffer(bytes), offset, length);
    const copy = new Uint8Array(length);
    TypedArrayPrototypeSet(copy, bytes);
    return viewOn(name, TypedArrayPrototypeGetBuffer(copy), 0, length);
  }
}

function serialize(value) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

function deserialize(buffer) {
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

module.exports = { Serializer, Deserializer, DefaultSerializer, DefaultDeserializer, serialize, deserialize };
