// Reads what `v8_writer`, or V8 itself, has written. Host objects are read by a function `readHostObject(reader)`.
'use strict';

const {
  ArrayBuffer,
  BigInt,
  DataView,
  DataViewPrototypeGetFloat64,
  Date,
  Error,
  Map,
  MapPrototypeSet,
  Object,
  ObjectDefineProperty,
  RegExp,
  SafeMap,
  Set,
  SetPrototypeAdd,
  StringFromCharCode,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet,
  TypedArrayPrototypeSlice,
  TypedArrayPrototypeSubarray,
  Uint8Array,
} = primordials;

const { errorClasses, typedArrays } = require('web/cloneable_kinds');
const types = require('internal/util/types');
const { viewClasses, viewTags } = require('internal/messaging/v8_writer');
const { latin1Slice, ucs2Slice, utf8Slice } = internalBinding('buffer');

const VERSION_TAG = 0xff;
// Those that V8 takes.
const FIRST_VERSION = 13;
const VERSION = 15;
const TWO_32 = 2 ** 32;
const viewNames = { __proto__: null };
for (const name in viewTags) viewNames[viewTags[name]] = name;
const flagLetters = 'gimyusldv';
// Of expressions that take linear time, which nobody writes.
const LINEAR = 1 << 6;
const UNICODE_AND_SETS = 1 << 4 | 1 << 8;
const errorNames = {
  __proto__: null, E: 'EvalError', F: 'ReferenceError', R: 'RangeError', S: 'SyntaxError', T: 'TypeError', U: 'URIError',
};
const END_OF_OBJECT = '{';

function broken() {
  return new Error('Unable to deserialize cloned data.');
}

class Reader {
  #bytes;
  #view;
  #at = 0;
  #objects = [];
  #transferred;
  #readHostObject;
  #version = 0;

  constructor(bytes, readHostObject) {
    this.#bytes = bytes;
    this.#view = new DataView(TypedArrayPrototypeGetBuffer(bytes), TypedArrayPrototypeGetByteOffset(bytes));
    this.#readHostObject = readHostObject;
  }

  get version() {
    return this.#version;
  }

  // Whether there is a header of a form that is understood.
  header() {
    if (this.#bytes[this.#at] !== VERSION_TAG) return false;
    this.#at++;
    try {
      this.#version = this.varint();
    } catch {
      return false;
    }
    return this.#version >= FIRST_VERSION && this.#version <= VERSION;
  }

  // The buffer that came by other means under this number.
  transfer(id, buffer) {
    this.#transferred ??= new SafeMap();
    this.#transferred.set(id, buffer);
  }

  get left() {
    return TypedArrayPrototypeGetLength(this.#bytes) - this.#at;
  }

  #tag() {
    if (this.#at >= TypedArrayPrototypeGetLength(this.#bytes)) throw broken();
    const code = this.#bytes[this.#at++];
    // Padding before characters of two bytes.
    return code === 0 ? this.#tag() : StringFromCharCode(code);
  }

  #peek() {
    let at = this.#at;
    while (this.#bytes[at] === 0) at++;
    return StringFromCharCode(this.#bytes[at]);
  }

  varint() {
    let number = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#take(1)];
      number += (byte & 0x7f) * scale;
      // Of more than 32 bits the lower ones count.
      if (!(byte & 0x80)) return number < TWO_32 ? number : number % TWO_32;
      scale = scale < TWO_32 ? scale * 0x80 : 0;
    }
  }

  // The next bytes, not copied.
  raw(count) {
    const at = this.#take(count);
    return TypedArrayPrototypeSubarray(this.#bytes, at, at + count);
  }

  #take(count) {
    const at = this.#at;
    this.#at += count;
    if (this.#at > TypedArrayPrototypeGetLength(this.#bytes)) throw broken();
    return at;
  }

  double() {
    return DataViewPrototypeGetFloat64(this.#view, this.#take(8), true);
  }

  #keep(object) {
    this.#objects[this.#objects.length] = object;
    return object;
  }

  value() {
    const tag = this.#tag();
    switch (tag) {
      // How many objects there are is said for whoever wants to check it.
      case '?':
        this.varint();
        return this.value();
      case '_': return undefined;
      case '0': return null;
      case 'T': return true;
      case 'F': return false;
      case 'I': {
        const number = this.varint();
        return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
      }
      case 'U': return this.varint();
      case 'N': return this.double();
      case 'Z': return this.#bigint();
      case '"': return this.#text(latin1Slice);
      case 'c': return this.#text(ucs2Slice, 2);
      case 'S': return this.#text(utf8Slice);
      case '^': {
        const object = this.#objects[this.varint()];
        if (object === undefined) throw broken();
        return this.#withView(object);
      }
      default: return this.#withView(this.#object(tag));
    }
  }

  // A view follows its buffer and stands in its place.
  #withView(object) {
    if (this.left === 0 || this.#peek() !== 'V' || !types.isAnyArrayBuffer(object)) return object;
    this.#tag();
    const name = viewNames[this.#tag()];
    const offset = this.varint();
    const length = this.varint();
    if (this.#version >= 14) this.varint();
    if (name === undefined) throw broken();
    if (name === 'DataView') return this.#keep(new DataView(object, offset, length));
    const Class = typedArrays[name];
    return this.#keep(new Class(object, offset, length / Class.BYTES_PER_ELEMENT));
  }

  #text(slice, unit = 1) {
    const length = this.varint();
    if (length % unit !== 0) throw broken();
    const at = this.#take(length);
    return slice(this.#bytes, at, at + length);
  }

  #bigint() {
    const field = this.varint();
    const length = (field - field % 2) / 2;
    // There is no negative zero.
    if (field === 1) throw broken();
    const at = this.#take(length);
    let value = 0n;
    for (let i = length - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.#bytes[at + i]);
    return field % 2 === 1 ? -value : value;
  }

  #object(tag) {
    switch (tag) {
      case 'o': return this.#properties(this.#keep({}), END_OF_OBJECT);
      case 'A': {
        const length = this.varint();
        const array = this.#keep([]);
        array.length = length;
        for (let i = 0; i < length; i++) {
          if (this.#peek() === '-') this.#tag();
          else array[i] = this.value();
        }
        return this.#properties(array, '$', length);
      }
      case 'a': {
        const length = this.varint();
        const array = this.#keep([]);
        array.length = length;
        return this.#properties(array, '@', length);
      }
      case ';': return this.#map(this.#keep(new Map()));
      case "'": return this.#set(this.#keep(new Set()));
      case 'D': return this.#keep(new Date(this.double()));
      case 'R': return this.#keep(this.#regExp());
      case 'y': return this.#keep(Object(true));
      case 'x': return this.#keep(Object(false));
      case 'n': return this.#keep(Object(this.double()));
      case 's': {
        const text = this.value();
        if (typeof text !== 'string') throw broken();
        return this.#keep(Object(text));
      }
      case 'z': return this.#keep(Object(this.#bigint()));
      case 'B': return this.#keep(this.#buffer(false));
      case '~': return this.#keep(this.#buffer(true));
      case 't': return this.#keep(this.#transferredBuffer());
      case 'u': return this.#keep(this.#transferredBuffer());
      case '\\': return this.#host();
      case 'r': return this.#error();
      default: throw broken();
    }
  }

  // Behind them stands how many there were, and the length of an array.
  #properties(object, end, length) {
    let count = 0;
    while (this.#peek() !== end) {
      const key = this.value();
      // A key may be the name of an accessor, such as __proto__.
      ObjectDefineProperty(object, key, {
        __proto__: null, value: this.value(), writable: true, enumerable: true, configurable: true,
      });
      count++;
    }
    this.#tag();
    if (this.varint() !== count || (length !== undefined && this.varint() !== length)) throw broken();
    return object;
  }

  #map(map) {
    let count = 0;
    for (; this.#peek() !== ':'; count += 2) MapPrototypeSet(map, this.value(), this.value());
    this.#tag();
    if (this.varint() !== count) throw broken();
    return map;
  }

  #set(set) {
    let count = 0;
    for (; this.#peek() !== ','; count++) SetPrototypeAdd(set, this.value());
    this.#tag();
    if (this.varint() !== count) throw broken();
    return set;
  }

  #regExp() {
    const source = this.value();
    const bits = this.varint();
    if (typeof source !== 'string' || (bits & LINEAR) !== 0 || (bits & UNICODE_AND_SETS) === UNICODE_AND_SETS || bits >> flagLetters.length !== 0) {
      throw broken();
    }
    let flags = '';
    for (let i = 0; i < flagLetters.length; i++) {
      if (bits & (1 << i)) flags += flagLetters[i];
    }
    return new RegExp(source, flags);
  }

  #buffer(isResizable) {
    const length = this.varint();
    const maxByteLength = isResizable ? this.varint() : undefined;
    const at = this.#take(length);
    const bytes = TypedArrayPrototypeSubarray(this.#bytes, at, at + length);
    if (!isResizable) return TypedArrayPrototypeGetBuffer(TypedArrayPrototypeSlice(bytes));
    const buffer = new ArrayBuffer(length, { __proto__: null, maxByteLength });
    TypedArrayPrototypeSet(new Uint8Array(buffer), bytes);
    return buffer;
  }

  #transferredBuffer() {
    const buffer = this.#transferred?.get(this.varint());
    if (buffer === undefined) throw broken();
    return buffer;
  }

  #host() {
    const index = this.#objects.length;
    this.#keep(undefined);
    const object = this.#readHostObject(this);
    this.#objects[index] = object;
    return object;
  }

  #error() {
    const index = this.#objects.length;
    this.#keep(undefined);
    let name = 'Error';
    const own = { __proto__: null };
    for (let tag = this.#tag(); tag !== '.'; tag = this.#tag()) {
      if (errorNames[tag] !== undefined) name = errorNames[tag];
      else if (tag === 'm') own.message = this.value();
      else if (tag === 's') own.stack = this.value();
      else if (tag === 'c') own.cause = this.value();
      else throw broken();
    }
    const error = new (errorClasses[name] ?? Error)();
    this.#objects[index] = error;
    require('internal/errors/stack').normalizeStack(error);
    for (const key in own) {
      ObjectDefineProperty(error, key, { __proto__: null, value: own[key], writable: true, enumerable: false, configurable: true });
    }
    return error;
  }
}

// What `writeView` has written.
function readView(reader) {
  const name = viewClasses[reader.varint()];
  const copy = TypedArrayPrototypeSlice(reader.raw(reader.varint()));
  return viewOn(name, TypedArrayPrototypeGetBuffer(copy), 0, TypedArrayPrototypeGetLength(copy));
}

// A view of the class on these bytes.
function viewOn(name, buffer, offset, length) {
  if (name === 'Buffer') return require('internal/buffer/buffer').Buffer.from(buffer, offset, length);
  if (name === 'DataView') return new DataView(buffer, offset, length);
  const Class = typedArrays[name];
  if (Class === undefined) throw broken();
  return new Class(buffer, offset, length / Class.BYTES_PER_ELEMENT);
}

// Of a channel: a view, or else an object in whose place its properties were sent.
function readOfChannel(reader) {
  return reader.varint() === 0 ? readView(reader) : reader.value();
}

function deserialize(bytes) {
  const reader = new Reader(bytes, readOfChannel);
  reader.header();
  return reader.value();
}

module.exports = { Reader, deserialize, viewOn };
