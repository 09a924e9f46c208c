// Messages as bytes, for ports that lead out of the environment. What is written is what a structured clone has made, so no
// code of the program's runs here. `crates/runtime/src/message.rs` reads and writes the plain part of the same form.
//
// A value is a tag, one character, and what the tag says. Numbers are little-endian, a length is a uint32. Objects are numbered
// in the order of their tags, a view after its buffer; one that comes again is a reference.
//
//   u undefined  0 null  t true  f false  i int32  n float64  z text: a bigint
//   " length, latin1      w length in bytes, utf-16
//   o count, (text, value)…: an object         a length, count, (text, value)…: an array
//   d float64: a Date     r text, text: a RegExp     p value: an object around a primitive
//   m count, (value, value)…: a Map            s count, value…: a Set
//   b length, maximum, bytes: an ArrayBuffer, resizable if there is a maximum
//   B uint32: an ArrayBuffer, of the blocks that travel beside the bytes
//   v text, value, offset, length: a view of that class on the buffer
//   e text, value, value, value: an Error of that class, with message, stack and cause
//   x text, text, value: a DOMException with message, name and stack
//   k uint32: a port, of those that travel in the message    g uint32: a SharedArrayBuffer, of those of the message
//   h text, value: an object of the platform, of the kind with that name, and what it was packed into
//   ^ uint32: the object with that number
'use strict';

const {
  ArrayBuffer,
  ArrayBufferPrototypeGetByteLength,
  ArrayBufferPrototypeGetMaxByteLength,
  ArrayBufferPrototypeGetResizable,
  ArrayBufferPrototypeSlice,
  ArrayIsArray,
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  BigInt,
  BigIntPrototypeToString,
  BigIntPrototypeValueOf,
  BooleanPrototypeValueOf,
  DataView,
  DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset,
  DataViewPrototypeGetFloat64,
  DataViewPrototypeGetInt32,
  DataViewPrototypeGetUint32,
  DataViewPrototypeSetFloat64,
  DataViewPrototypeSetInt32,
  DataViewPrototypeSetUint32,
  Date,
  DatePrototypeGetTime,
  Error,
  Map,
  MapPrototypeForEach,
  MapPrototypeGetSize,
  MapPrototypeSet,
  NumberPrototypeValueOf,
  Object,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectKeys,
  ObjectPrototype,
  RegExp,
  RegExpPrototypeGetFlags,
  RegExpPrototypeGetSource,
  SafeMap,
  Set,
  SetPrototypeAdd,
  SetPrototypeForEach,
  SetPrototypeGetSize,
  StringPrototypeCharCodeAt,
  StringPrototypeValueOf,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
  TypedArrayPrototypeSet,
  TypedArrayPrototypeSlice,
  TypedArrayPrototypeSubarray,
  Uint8Array,
} = primordials;
const { isArrayBufferView } = require('internal/util/views');
const { isLoaded } = internalBinding('builtins');
const { cellType } = internalBinding('util');
const { errorClasses, platformOf, typedArrays } = require('web/cloneable_kinds');
const { latin1Slice, latin1Write, ucs2Slice, ucs2Write } = internalBinding('buffer');

const tag = (character) => StringPrototypeCharCodeAt(character, 0);
const UNDEFINED = tag('u');
const NULL = tag('0');
const TRUE = tag('t');
const FALSE = tag('f');
const INT32 = tag('i');
const FLOAT64 = tag('n');
const BIGINT = tag('z');
const LATIN1 = tag('"');
const UTF16 = tag('w');
const OBJECT = tag('o');
const ARRAY = tag('a');
const DATE = tag('d');
const REGEXP = tag('r');
const BOXED = tag('p');
const MAP = tag('m');
const SET = tag('s');
const BUFFER = tag('b');
const BLOCK = tag('B');
const VIEW = tag('v');
const ERROR = tag('e');
const DOM_EXCEPTION = tag('x');
const PORT = tag('k');
const SHARED = tag('g');
const HOST = tag('h');
const REFERENCE = tag('^');

const OBJECT_CELL = cellType({});

let loadedTypes;

// Loaded for what is neither plain nor an array.
function types() {
  return loadedTypes ??= require('internal/util/types');
}

// There can be none before its class is there.
function isDOMException(value) {
  return isLoaded('internal/errors/dom_exception') && require('internal/errors/dom_exception').isDOMException(value);
}

// What most of a message is made of needs no further questions.
function isPlain(object) {
  return cellType(object) === OBJECT_CELL && ObjectGetPrototypeOf(object) === ObjectPrototype && !isDOMException(object);
}

const INITIAL_BYTES = 256;
// Buffers of this length are worth a block of their own.
const BLOCK_BYTES = 8192;
const NONE = [];

function isBlock(buffer) {
  return ArrayBufferPrototypeGetByteLength(buffer) >= BLOCK_BYTES && !ArrayBufferPrototypeGetResizable(buffer);
}

class Writer {
  bytes = new Uint8Array(INITIAL_BYTES);
  view = new DataView(TypedArrayPrototypeGetBuffer(this.bytes));
  at = 0;
  numbers = new SafeMap();
  // Objects of the platform that are being written, one in the other.
  packing = 0;

  // `ports` are those that travel in the message; the shared buffers in it are put on the list `buffers`, and the numbers of
  // its open files on `files`.
  constructor(ports, buffers, files, blocks) {
    this.ports = ports;
    this.buffers = buffers;
    this.files = files;
    this.blocks = blocks;
  }

  // Makes room, and gives where it begins.
  take(count) {
    const { at, bytes } = this;
    const end = at + count;
    if (end > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2 > end ? bytes.length * 2 : end * 2);
      TypedArrayPrototypeSet(larger, bytes);
      this.bytes = larger;
      this.view = new DataView(TypedArrayPrototypeGetBuffer(larger));
    }
    this.at = end;
    return at;
  }

  tag(code) {
    const at = this.take(1);
    this.bytes[at] = code;
  }

  uint32(number) {
    const at = this.take(4);
    DataViewPrototypeSetUint32(this.view, at, number, true);
  }

  float64(number) {
    const at = this.take(8);
    DataViewPrototypeSetFloat64(this.view, at, number, true);
  }

  text(text) {
    let isLatin1 = true;
    for (let i = 0; i < text.length && isLatin1; i++) isLatin1 = StringPrototypeCharCodeAt(text, i) < 0x100;
    const length = isLatin1 ? text.length : text.length * 2;
    this.tag(isLatin1 ? LATIN1 : UTF16);
    this.uint32(length);
    const at = this.take(length);
    if (isLatin1) latin1Write(this.bytes, text, at, length);
    else ucs2Write(this.bytes, text, at, length);
  }

  value(value) {
    switch (typeof value) {
      case 'undefined': this.tag(UNDEFINED); break;
      case 'boolean': this.tag(value ? TRUE : FALSE); break;
      case 'string': this.text(value); break;
      case 'number': this.number(value); break;
      case 'bigint':
        this.tag(BIGINT);
        this.text(BigIntPrototypeToString(value));
        break;
      default:
        if (value === null) this.tag(NULL);
        else this.object(value);
    }
  }

  number(number) {
    if ((number | 0) === number && (number !== 0 || 1 / number > 0)) {
      this.tag(INT32);
      const at = this.take(4);
      DataViewPrototypeSetInt32(this.view, at, number, true);
    } else {
      this.tag(FLOAT64);
      this.float64(number);
    }
  }

  object(object) {
    const known = this.numbers.get(object);
    if (known !== undefined) {
      this.tag(REFERENCE);
      this.uint32(known);
      return;
    }
    // A view is finished after its buffer.
    if (isArrayBufferView(object)) {
      this.arrayBufferView(object);
      return;
    }
    this.assign(object);
    const port = ArrayPrototypeIndexOf(this.ports, object);
    if (port !== -1) {
      this.tag(PORT);
      this.uint32(port);
    } else if (ArrayIsArray(object)) {
      this.tag(ARRAY);
      this.uint32(object.length);
      this.properties(object);
    } else if (isPlain(object)) {
      this.tag(OBJECT);
      this.properties(object);
    } else if (types().isMap(object)) {
      this.tag(MAP);
      this.uint32(MapPrototypeGetSize(object));
      MapPrototypeForEach(object, (value, key) => {
        this.value(key);
        this.value(value);
      });
    } else if (types().isSet(object)) {
      this.tag(SET);
      this.uint32(SetPrototypeGetSize(object));
      SetPrototypeForEach(object, (value) => this.value(value));
    } else if (types().isNativeError(object) || isDOMException(object)) {
      this.error(object);
    } else if (!this.leaf(object) && !this.host(object)) {
      this.tag(OBJECT);
      this.properties(object);
    }
  }

  host(object) {
    if (ObjectGetPrototypeOf(object) === ObjectPrototype) return false;
    const kind = platformOf(object);
    if (kind?.pack === undefined) return false;
    this.tag(HOST);
    this.text(kind.name);
    this.packing++;
    this.value(kind.pack(object, this.files));
    this.packing--;
    return true;
  }

  // From here on the object has its number.
  assign(object) {
    this.numbers.set(object, this.numbers.size);
  }

  properties(object) {
    const keys = ObjectKeys(object);
    this.uint32(keys.length);
    for (let i = 0; i < keys.length; i++) {
      this.text(keys[i]);
      this.value(object[keys[i]]);
    }
  }

  leaf(object) {
    if (types().isDate(object)) {
      this.tag(DATE);
      this.float64(DatePrototypeGetTime(object));
    } else if (types().isRegExp(object)) {
      this.tag(REGEXP);
      this.text(RegExpPrototypeGetSource(object));
      this.text(RegExpPrototypeGetFlags(object));
    } else if (types().isBoxedPrimitive(object)) {
      this.tag(BOXED);
      this.value(unbox(object));
    } else if (types().isArrayBuffer(object)) {
      this.arrayBuffer(object);
    } else if (types().isSharedArrayBuffer(object)) {
      this.tag(SHARED);
      this.uint32(this.buffers.length);
      ArrayPrototypePush(this.buffers, object);
    } else {
      return false;
    }
    return true;
  }

  arrayBuffer(buffer) {
    const length = ArrayBufferPrototypeGetByteLength(buffer);
    if (this.blocks !== undefined && isBlock(buffer)) {
      this.tag(BLOCK);
      this.uint32(this.blocks.length);
      // The bytes of a block are taken away. Those of a clone are the message's own, those of an object of the platform are not.
      ArrayPrototypePush(this.blocks, this.packing === 0 ? buffer : ArrayBufferPrototypeSlice(buffer, 0));
      return;
    }
    this.tag(BUFFER);
    this.uint32(length);
    this.uint32(ArrayBufferPrototypeGetResizable(buffer) ? ArrayBufferPrototypeGetMaxByteLength(buffer) : 0);
    const at = this.take(length);
    TypedArrayPrototypeSet(this.bytes, new Uint8Array(buffer), at);
  }

  arrayBufferView(view) {
    const name = TypedArrayPrototypeGetSymbolToStringTag(view) ?? 'DataView';
    const isDataView = name === 'DataView';
    this.tag(VIEW);
    this.text(name);
    this.value(isDataView ? DataViewPrototypeGetBuffer(view) : TypedArrayPrototypeGetBuffer(view));
    this.uint32(isDataView ? DataViewPrototypeGetByteOffset(view) : TypedArrayPrototypeGetByteOffset(view));
    this.uint32(isDataView ? DataViewPrototypeGetByteLength(view) : TypedArrayPrototypeGetLength(view));
    this.assign(view);
  }

  // A clone has these as its own properties.
  error(error) {
    const own = (name) => ObjectGetOwnPropertyDescriptor(error, name)?.value;
    if (isDOMException(error)) {
      this.tag(DOM_EXCEPTION);
      this.text(error.message);
      this.text(error.name);
      this.value(own('stack'));
      return;
    }
    this.tag(ERROR);
    this.text(`${error.name}`);
    this.value(own('message'));
    this.value(own('stack'));
    this.value(own('cause'));
  }
}

function unbox(object) {
  if (types().isNumberObject(object)) return NumberPrototypeValueOf(object);
  if (types().isStringObject(object)) return StringPrototypeValueOf(object);
  if (types().isBooleanObject(object)) return BooleanPrototypeValueOf(object);
  return BigIntPrototypeValueOf(object);
}

// Ports that are hidden in streams come after the others.
function serialize(clone, ports = NONE, buffers = [], hidden = NONE, files = [], blocks = undefined) {
  let all = ports;
  if (hidden.length !== 0) {
    all = ArrayPrototypeSlice(ports);
    for (let i = 0; i < hidden.length; i++) ArrayPrototypePush(all, hidden[i].port);
  }
  const writer = new Writer(all, buffers, files, blocks);
  writer.value(clone);
  return TypedArrayPrototypeSubarray(writer.bytes, 0, writer.at);
}

class Reader {
  at = 0;
  objects = [];

  // The ports that streams and signals go on over, in their order: { port, arrive() }.
  hidden = [];

  constructor(bytes, ports, buffers, files, blocks) {
    this.ports = ports;
    this.buffers = buffers;
    this.files = files;
    this.blocks = blocks;
    this.bytes = bytes;
    this.view = new DataView(TypedArrayPrototypeGetBuffer(bytes), TypedArrayPrototypeGetByteOffset(bytes));
  }

  take(count) {
    const { at } = this;
    this.at += count;
    return at;
  }

  uint32() {
    return DataViewPrototypeGetUint32(this.view, this.take(4), true);
  }

  float64() {
    return DataViewPrototypeGetFloat64(this.view, this.take(8), true);
  }

  keep(object) {
    ArrayPrototypePush(this.objects, object);
    return object;
  }

  value() {
    const code = this.bytes[this.take(1)];
    switch (code) {
      case UNDEFINED: return undefined;
      case NULL: return null;
      case TRUE: return true;
      case FALSE: return false;
      case INT32: return DataViewPrototypeGetInt32(this.view, this.take(4), true);
      case FLOAT64: return this.float64();
      case BIGINT: return BigInt(this.value());
      case LATIN1: return this.text(latin1Slice);
      case UTF16: return this.text(ucs2Slice);
      case REFERENCE: return this.objects[this.uint32()];
      default: return this.object(code);
    }
  }

  text(slice) {
    const length = this.uint32();
    const at = this.take(length);
    return slice(this.bytes, at, at + length);
  }

  object(code) {
    switch (code) {
      case OBJECT: return this.properties(this.keep({}));
      case ARRAY: {
        const array = this.keep([]);
        array.length = this.uint32();
        return this.properties(array);
      }
      case MAP: return this.map(this.keep(new Map()));
      case SET: return this.set(this.keep(new Set()));
      case DATE: return this.keep(new Date(this.float64()));
      case REGEXP: return this.keep(new RegExp(this.value(), this.value()));
      case BOXED: return this.keep(Object(this.value()));
      case BUFFER: return this.keep(this.arrayBuffer());
      case BLOCK: return this.keep(this.blocks[this.uint32()]);
      case VIEW: return this.keep(this.arrayBufferView());
      case ERROR: return this.error();
      case DOM_EXCEPTION: return this.domException();
      case PORT: return this.keep(this.ports[this.uint32()]);
      case SHARED: return this.keep(this.buffers[this.uint32()]);
      case HOST: return this.host();
      default: throw new Error(`a message has the unknown tag ${code}`);
    }
  }

  host() {
    // Its number comes before those of what it was packed into.
    const index = this.objects.length;
    this.keep(undefined);
    const { kindCalled } = require('internal/messaging/host_objects');
    const object = kindCalled(this.value()).unpack(this.value(), this.files, this.hidden);
    this.objects[index] = object;
    return object;
  }

  properties(object) {
    const count = this.uint32();
    for (let i = 0; i < count; i++) {
      const key = this.value();
      // A key may be the name of an accessor, such as __proto__.
      ObjectDefineProperty(object, key, {
        __proto__: null, value: this.value(), writable: true, enumerable: true, configurable: true,
      });
    }
    return object;
  }

  map(map) {
    const count = this.uint32();
    for (let i = 0; i < count; i++) MapPrototypeSet(map, this.value(), this.value());
    return map;
  }

  set(set) {
    const count = this.uint32();
    for (let i = 0; i < count; i++) SetPrototypeAdd(set, this.value());
    return set;
  }

  arrayBuffer() {
    const length = this.uint32();
    const maxByteLength = this.uint32();
    const at = this.take(length);
    if (maxByteLength === 0) return TypedArrayPrototypeGetBuffer(TypedArrayPrototypeSlice(this.bytes, at, at + length));
    const buffer = new ArrayBuffer(length, { __proto__: null, maxByteLength });
    TypedArrayPrototypeSet(new Uint8Array(buffer), TypedArrayPrototypeSubarray(this.bytes, at, at + length));
    return buffer;
  }

  arrayBufferView() {
    const name = this.value();
    const Class = name === 'DataView' ? DataView : typedArrays[name];
    return new Class(this.value(), this.uint32(), this.uint32());
  }

  error() {
    // Its number comes before those of what its cause leads to.
    const index = this.objects.length;
    this.keep(undefined);
    const error = new (errorClasses[this.value()] ?? Error)();
    this.objects[index] = error;
    return this.describe(error, ['message', 'stack', 'cause']);
  }

  domException() {
    return this.describe(this.keep(new (require('internal/errors/dom_exception').DOMException)(this.value(), this.value())), ['stack']);
  }

  describe(error, names) {
    const { normalizeStack } = require('internal/errors/stack');
    normalizeStack(error);
    for (let i = 0; i < names.length; i++) {
      const value = this.value();
      if (value === undefined) continue;
      ObjectDefineProperty(error, names[i], { __proto__: null, value, writable: true, enumerable: false, configurable: true });
    }
    return error;
  }
}

function deserialize(bytes, ports = NONE, buffers = NONE, files = NONE, blocks = NONE) {
  const reader = new Reader(bytes, ports, buffers, files, blocks);
  return { __proto__: null, data: reader.value(), hidden: reader.hidden };
}

module.exports = { deserialize, isBlock, serialize };
