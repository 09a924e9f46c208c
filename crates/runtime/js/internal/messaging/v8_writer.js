// Values as the bytes that V8's serializer makes of them, version 15, for channels that Node may be at the other end of.
//
// After two bytes of header a value is a tag and what the tag says; `v8_reader` reads the same. Numbers of any length are
// base-128 varints. Objects are numbered in the order of their tags, and one that comes again is a reference. What V8 leaves
// to its host is asked of a delegate:
//
//   viewsAreHostObjects             whether views of buffers are; otherwise they follow their buffer, as V8 writes them
//   writeHostObject(writer, object) writes one
//   cloneError(text)                the error for what cannot be written
//   sharedBufferId(buffer)          the number of a SharedArrayBuffer, or undefined
'use strict';

const {
  ArrayBufferPrototypeGetByteLength,
  ArrayBufferPrototypeGetMaxByteLength,
  ArrayBufferPrototypeGetResizable,
  ArrayIsArray,
  BigIntPrototypeValueOf,
  BooleanPrototypeValueOf,
  DataView,
  DataViewPrototypeSetFloat64,
  DatePrototypeGetTime,
  Error,
  MapPrototypeForEach,
  MapPrototypeGetSize,
  MathFloor,
  Number,
  NumberPrototypeValueOf,
  ObjectGetOwnPropertyDescriptor,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  RegExpPrototypeGetFlags,
  RegExpPrototypeGetSource,
  SafeMap,
  SetPrototypeForEach,
  SetPrototypeGetSize,
  String,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeValueOf,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetSymbolToStringTag,
  TypedArrayPrototypeSet,
  TypedArrayPrototypeSubarray,
  Uint8Array,
} = primordials;

const types = require('internal/util/types');
const { latin1Write, ucs2Write } = internalBinding('buffer');

const tag = (character) => StringPrototypeCharCodeAt(character, 0);

const VERSION_TAG = 0xff;
const VERSION = 15;
// How Node says that a host object is a view, and of which class.
const VIEW = 0;
const viewClasses = [
  'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array',
  'Float64Array', 'DataView', 'Buffer', 'BigInt64Array', 'BigUint64Array', 'Float16Array',
];
// V8's own letters for them.
const viewTags = {
  __proto__: null, Int8Array: 'b', Uint8Array: 'B', Uint8ClampedArray: 'C', Int16Array: 'w', Uint16Array: 'W', Int32Array: 'd',
  Uint32Array: 'D', Float16Array: 'h', Float32Array: 'f', Float64Array: 'F', BigInt64Array: 'q', BigUint64Array: 'Q', DataView: '?',
};
// The letters of flags, by their bits.
const flagLetters = 'gimyusldv';
const errorTags = {
  __proto__: null, EvalError: 'E', RangeError: 'R', ReferenceError: 'F', SyntaxError: 'S', TypeError: 'T', URIError: 'U',
};

class Writer {
  #bytes = new Uint8Array(256);
  #at = 0;
  #numbers = new SafeMap();
  #transferred;
  #delegate;

  constructor(delegate) {
    this.#delegate = delegate;
  }

  header() {
    this.byte(VERSION_TAG);
    this.byte(VERSION);
  }

  // The buffer is sent by other means; its number stands for it.
  transfer(id, buffer) {
    this.#transferred ??= new SafeMap();
    this.#transferred.set(buffer, id);
  }

  get written() {
    return TypedArrayPrototypeSubarray(this.#bytes, 0, this.#at);
  }

  // Makes room, and gives where it begins.
  #take(count) {
    const at = this.#at;
    const end = at + count;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(end * 2);
      TypedArrayPrototypeSet(larger, TypedArrayPrototypeSubarray(this.#bytes, 0, at));
      this.#bytes = larger;
    }
    this.#at = end;
    return at;
  }

  byte(value) {
    const at = this.#take(1);
    this.#bytes[at] = value;
  }

  #tag(character) {
    this.byte(tag(character));
  }

  varint(number) {
    while (number >= 0x80) {
      this.byte((number % 0x80) | 0x80);
      number = MathFloor(number / 0x80);
    }
    this.byte(number);
  }

  double(number) {
    const at = this.#take(8);
    DataViewPrototypeSetFloat64(new DataView(TypedArrayPrototypeGetBuffer(this.#bytes)), at, number, true);
  }

  raw(bytes) {
    const at = this.#take(bytes.length);
    TypedArrayPrototypeSet(this.#bytes, bytes, at);
  }

  value(value) {
    switch (typeof value) {
      case 'undefined': this.#tag('_'); break;
      case 'boolean': this.#tag(value ? 'T' : 'F'); break;
      case 'number': this.#number(value); break;
      case 'string': this.#string(value); break;
      case 'bigint':
        this.#tag('Z');
        this.#bigint(value);
        break;
      case 'object':
        if (value === null) this.#tag('0');
        else this.#object(value);
        break;
      default: throw this.#notCloneable(value);
    }
  }

  #number(number) {
    if ((number | 0) === number && (number !== 0 || 1 / number > 0)) {
      this.#tag('I');
      // The sign is the lowest bit.
      this.varint(number >= 0 ? number * 2 : -number * 2 - 1);
    } else {
      this.#tag('N');
      this.double(number);
    }
  }

  // Whole words of 64 bits, the lowest first.
  #bigint(value) {
    const isNegative = value < 0n;
    let rest = isNegative ? -value : value;
    const bytes = [];
    while (rest > 0n) {
      for (let i = 0; i < 8; i++) {
        bytes[bytes.length] = Number(rest & 0xffn);
        rest >>= 8n;
      }
    }
    this.varint(bytes.length * 2 + (isNegative ? 1 : 0));
    for (let i = 0; i < bytes.length; i++) this.byte(bytes[i]);
  }

  #string(text) {
    let isLatin1 = true;
    for (let i = 0; i < text.length && isLatin1; i++) isLatin1 = StringPrototypeCharCodeAt(text, i) < 0x100;
    if (isLatin1) {
      this.#tag('"');
      this.varint(text.length);
      const at = this.#take(text.length);
      latin1Write(this.#bytes, text, at, text.length);
      return;
    }
    const length = text.length * 2;
    // Two-byte characters stand at even places.
    if ((this.#at + 1 + varintLength(length)) % 2 === 1) this.byte(0);
    this.#tag('c');
    this.varint(length);
    const at = this.#take(length);
    ucs2Write(this.#bytes, text, at, length);
  }

  #object(object) {
    const known = this.#numbers.get(object);
    if (known !== undefined) {
      this.#tag('^');
      this.varint(known);
      return;
    }
    const isView = types.isArrayBufferView(object);
    const isHost = isView && this.#delegate.viewsAreHostObjects;
    if (isView && !isHost) this.#object(object.buffer);
    this.#numbers.set(object, this.#numbers.size);
    if (ArrayIsArray(object)) this.#array(object);
    else if (isHost) this.#hostObject(object);
    else if (isView) this.#view(object);
    else if (types.isAnyArrayBuffer(object)) this.#buffer(object);
    else if (types.isMap(object)) this.#map(object);
    else if (types.isSet(object)) this.#set(object);
    else if (types.isNativeError(object)) this.#error(object);
    else if (!this.#leaf(object)) this.#plain(object);
  }

  #plain(object) {
    if (types.isProxy(object) || types.isPromise(object) || types.isWeakMap(object) || types.isWeakSet(object)) {
      throw this.#notCloneable(object);
    }
    this.#tag('o');
    const keys = ObjectKeys(object);
    const count = this.#properties(object, keys, 0);
    this.#tag('{');
    this.varint(count);
  }

  #properties(object, keys, from) {
    let count = 0;
    for (let i = from; i < keys.length; i++) {
      const key = keys[i];
      // An accessor may have taken it away.
      if (!ObjectPrototypeHasOwnProperty(object, key)) continue;
      const index = key >>> 0;
      if (String(index) === key && index !== 0xffffffff) this.#number(index);
      else this.#string(key);
      this.value(object[key]);
      count++;
    }
    return count;
  }

  #array(array) {
    const { length } = array;
    const keys = ObjectKeys(array);
    const isDense = keys.length >= length && (length === 0 || keys[length - 1] === `${length - 1}`);
    this.#tag(isDense ? 'A' : 'a');
    this.varint(length);
    if (isDense) {
      for (let i = 0; i < length; i++) this.value(array[i]);
    }
    const count = this.#properties(array, keys, isDense ? length : 0);
    this.#tag(isDense ? '$' : '@');
    this.varint(count);
    this.varint(length);
  }

  #map(map) {
    this.#tag(';');
    const size = MapPrototypeGetSize(map);
    const entries = [];
    // What writing a value does to the map comes too late.
    MapPrototypeForEach(map, (value, key) => { entries[entries.length] = [key, value]; });
    for (let i = 0; i < entries.length; i++) {
      this.value(entries[i][0]);
      this.value(entries[i][1]);
    }
    this.#tag(':');
    this.varint(size * 2);
  }

  #set(set) {
    this.#tag("'");
    const size = SetPrototypeGetSize(set);
    const values = [];
    SetPrototypeForEach(set, (value) => { values[values.length] = value; });
    for (let i = 0; i < values.length; i++) this.value(values[i]);
    this.#tag(',');
    this.varint(size);
  }

  #leaf(object) {
    if (types.isDate(object)) {
      this.#tag('D');
      this.double(DatePrototypeGetTime(object));
    } else if (types.isRegExp(object)) {
      this.#tag('R');
      this.#string(RegExpPrototypeGetSource(object));
      const letters = RegExpPrototypeGetFlags(object);
      let flags = 0;
      for (let i = 0; i < flagLetters.length; i++) {
        if (StringPrototypeIncludes(letters, flagLetters[i])) flags |= 1 << i;
      }
      this.varint(flags);
    } else if (types.isBooleanObject(object)) {
      this.#tag(BooleanPrototypeValueOf(object) ? 'y' : 'x');
    } else if (types.isNumberObject(object)) {
      this.#tag('n');
      this.double(NumberPrototypeValueOf(object));
    } else if (types.isStringObject(object)) {
      this.#tag('s');
      this.#string(StringPrototypeValueOf(object));
    } else if (types.isBigIntObject(object)) {
      this.#tag('z');
      this.#bigint(BigIntPrototypeValueOf(object));
    } else if (types.isSymbolObject(object)) {
      throw this.#notCloneable(object);
    } else {
      return false;
    }
    return true;
  }

  #buffer(buffer) {
    const transferred = this.#transferred?.get(buffer);
    if (transferred !== undefined) {
      this.#tag('t');
      this.varint(transferred);
      return;
    }
    if (types.isSharedArrayBuffer(buffer)) {
      const id = this.#delegate.sharedBufferId(buffer);
      if (id === undefined) throw this.#notCloneable(buffer);
      this.#tag('u');
      this.varint(id);
      return;
    }
    const length = ArrayBufferPrototypeGetByteLength(buffer);
    const isResizable = ArrayBufferPrototypeGetResizable(buffer);
    this.#tag(isResizable ? '~' : 'B');
    this.varint(length);
    if (isResizable) this.varint(ArrayBufferPrototypeGetMaxByteLength(buffer));
    this.raw(new Uint8Array(buffer));
  }

  #hostObject(object) {
    this.#tag('\\');
    this.#delegate.writeHostObject(this, object);
  }

  // A view that follows its buffer.
  #view(view) {
    this.#tag('V');
    this.#tag(viewTags[TypedArrayPrototypeGetSymbolToStringTag(view) ?? 'DataView']);
    this.varint(view.byteOffset);
    this.varint(view.byteLength);
    // Neither backed by a resizable buffer nor as long as one.
    this.varint(0);
  }

  #notCloneable(value) {
    const text = typeof value === 'object' ? `#<${value.constructor?.name ?? 'Object'}>` : String(value);
    return this.#delegate.cloneError(`${text} could not be cloned.`);
  }

  #error(error) {
    const own = (name) => ObjectGetOwnPropertyDescriptor(error, name);
    this.#tag('r');
    const kind = errorTags[`${error.name}`];
    if (kind !== undefined) this.#tag(kind);
    const message = own('message');
    if (message !== undefined) {
      this.#tag('m');
      this.#string(`${message.value}`);
    }
    if (own('cause') !== undefined) {
      this.#tag('c');
      this.value(error.cause);
    }
    require('internal/errors/stack').normalizeStack(error);
    const { stack } = error;
    if (typeof stack === 'string') {
      this.#tag('s');
      this.#string(stack);
    }
    this.#tag('.');
  }
}

function varintLength(number) {
  let length = 1;
  for (; number >= 0x80; number = MathFloor(number / 0x80)) length++;
  return length;
}

// The class of a view, its length and its bytes, as Node writes them.
function writeView(writer, view) {
  const { Buffer } = require('internal/buffer/buffer');
  const name = view.constructor === Buffer ? 'Buffer' : TypedArrayPrototypeGetSymbolToStringTag(view) ?? 'DataView';
  writer.varint(viewClasses.indexOf(name));
  writer.varint(view.byteLength);
  writer.raw(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

// What a channel between processes asks for: a host object says first that it is a view.
const channel = {
  __proto__: null,
  viewsAreHostObjects: true,
  writeHostObject(writer, view) {
    writer.varint(VIEW);
    writeView(writer, view);
  },
  cloneError: (text) => new Error(text),
  sharedBufferId: () => undefined,
};

function serialize(value) {
  const writer = new Writer(channel);
  writer.header();
  writer.value(value);
  return writer.written;
}

module.exports = { Writer, serialize, viewClasses, viewTags, writeView };
