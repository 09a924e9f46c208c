'use strict';

// The Buffer function: making Buffers (from, alloc, concat) and the methods that are neither
// numbers (numbers.js) nor search (search.js). Bytes and text are converted by the native half
// through the table in encodings.js.

const {
  ArrayIsArray,
  ArrayPrototypeForEach,
  Error,
  MathFloor,
  MathMin,
  MathTrunc,
  NumberIsNaN,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  RegExpPrototypeExec,
  StringPrototypeIncludes,
  StringPrototypeSplit,
  SymbolFor,
  SymbolSpecies,
  SymbolToPrimitive,
  TypeError,
  TypedArrayPrototypeFill,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet,
  TypedArrayPrototypeSlice,
  TypedArrayPrototypeSubarray,
  Uint8Array,
} = primordials;

const {
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_BUFFER_SIZE,
    ERR_OUT_OF_RANGE,
    ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const {
  validateArray,
  validateInteger,
  validateNumber,
  validateString,
} = require('internal/validators');
const {
  isAnyArrayBuffer,
  isArrayBufferView,
  isTypedArray,
  isUint8Array,
} = require('internal/util/views');
const { FastBuffer } = require('internal/buffer/fast_buffer');
const { kMaxLength } = require('internal/buffer/late');
const { allocatePooled, writePooled } = require('internal/buffer/pool');
const { encodingOperations, normalizeEncoding, utf8 } = require('internal/buffer/encodings');
const { defineNumberMethods } = require('internal/buffer/numbers');
const { defineSearchMethods } = require('internal/buffer/search');
const { inspectBuffer } = require('internal/buffer/inspect');
const native = internalBinding('buffer');

const kStringMaxLength = 536870888;

let warnedAboutConstructor = false;

function Buffer(arg, encodingOrOffset, length) {
  warnAboutConstructor();
  if (typeof arg === 'number') {
    if (typeof encodingOrOffset === 'string') {
      throw new ERR_INVALID_ARG_TYPE('string', 'string', arg);
    }
    return Buffer.alloc(arg);
  }
  return Buffer.from(arg, encodingOrOffset, length);
}

function warnAboutConstructor() {
  if (warnedAboutConstructor || isCalledByDependency()) return;
  warnedAboutConstructor = true;
  process.emitWarning(
    'Buffer() is deprecated due to security and usability issues. Please use the ' +
    'Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.',
    'DeprecationWarning', 'DEP0005');
}

// Whether the nearest frame that is not ours lies in a node_modules folder: its user can not mend it.
function isCalledByDependency() {
  const { stack } = new Error();
  const frames = typeof stack === 'string' ? StringPrototypeSplit(stack, '\n') : [];
  for (let i = 0; i < frames.length; i++) {
    if (StringPrototypeIncludes(frames[i], 'node:') || RegExpPrototypeExec(/[/\\]/, frames[i]) === null) continue;
    return RegExpPrototypeExec(/[/\\]node_modules[/\\]/, frames[i]) !== null;
  }
  return false;
}

ObjectDefineProperty(Buffer, SymbolSpecies, {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get() { return FastBuffer; },
});

Buffer.poolSize = 64 * 1024;

const allocate = (size) => allocatePooled(size, Buffer.poolSize);

// Making Buffers

Buffer.from = function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);

  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);

    const primitive = value.valueOf && value.valueOf();
    if (primitive != null && primitive !== value &&
        (typeof primitive === 'string' || typeof primitive === 'object')) {
      return from(primitive, encodingOrOffset, length);
    }

    const buffer = fromObject(value);
    if (buffer !== undefined) return buffer;

    if (typeof value[SymbolToPrimitive] === 'function') {
      const text = value[SymbolToPrimitive]('string');
      if (typeof text === 'string') return fromString(text, encodingOrOffset);
    }
  }

  throw new ERR_INVALID_ARG_TYPE(
    'first argument',
    ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'],
    value,
  );
};

function fromString(text, encoding) {
  let operations = utf8;
  if (typeof encoding === 'string' && encoding.length > 0) {
    operations = encodingOperations(encoding);
    if (operations === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  return bytesOf(text, operations);
}

function bytesOf(text, operations) {
  if (text.length === 0) return new FastBuffer();
  if (operations === utf8) {
    const buffer = writePooled(text, Buffer.poolSize);
    if (buffer !== undefined) return buffer;
  }
  const length = operations.byteLength(text);
  const buffer = allocate(length);
  const written = operations.write(buffer, text, 0, length);
  return written === length ? buffer : view(buffer, 0, written);
}

function fromArrayBuffer(arrayBuffer, byteOffset, length) {
  byteOffset = byteOffset === undefined ? 0 : +byteOffset;
  if (NumberIsNaN(byteOffset)) byteOffset = 0;
  const maxLength = arrayBuffer.byteLength - byteOffset;
  if (maxLength < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (length === undefined) {
    length = maxLength;
  } else {
    length = +length;
    if (length > maxLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    if (!(length > 0)) length = 0;
  }
  return new FastBuffer(arrayBuffer, byteOffset, length);
}

function fromObject(value) {
  if (value.length !== undefined || isAnyArrayBuffer(value.buffer)) {
    return typeof value.length === 'number' ? fromArrayLike(value) : new FastBuffer();
  }
  if (value.type === 'Buffer' && ArrayIsArray(value.data)) return fromArrayLike(value.data);
  return undefined;
}

function fromArrayLike(list) {
  if (!(list.length > 0)) return new FastBuffer();
  const buffer = allocate(MathTrunc(list.length));
  if (isTypedArray(list)) {
    TypedArrayPrototypeSet(buffer, list, 0);
  } else {
    const length = TypedArrayPrototypeGetLength(buffer);
    for (let i = 0; i < length; i++) buffer[i] = list[i];
  }
  return buffer;
}

Buffer.copyBytesFrom = function copyBytesFrom(source, offset, length) {
  if (!isTypedArray(source)) throw new ERR_INVALID_ARG_TYPE('view', ['TypedArray'], source);
  const sourceLength = TypedArrayPrototypeGetLength(source);
  if (sourceLength === 0) return Buffer.alloc(0);
  if (offset !== undefined || length !== undefined) {
    if (offset !== undefined) {
      validateInteger(offset, 'offset', 0);
      if (offset >= sourceLength) return Buffer.alloc(0);
    } else {
      offset = 0;
    }
    let end = sourceLength;
    if (length !== undefined) {
      validateInteger(length, 'length', 0);
      end = MathMin(sourceLength, offset + length);
    }
    source = TypedArrayPrototypeSlice(source, offset, end);
  }
  return fromArrayLike(new Uint8Array(
    TypedArrayPrototypeGetBuffer(source),
    TypedArrayPrototypeGetByteOffset(source),
    TypedArrayPrototypeGetByteLength(source)));
};

Buffer.of = function of(...items) {
  const buffer = allocate(items.length);
  for (let i = 0; i < items.length; i++) buffer[i] = items[i];
  return buffer;
};

const validateSize = (size) => validateNumber(size, 'size', 0, kMaxLength);

Buffer.alloc = function alloc(size, fill, encoding) {
  validateSize(size);
  const buffer = new FastBuffer(size);
  if (fill !== undefined && fill !== 0 && size > 0) {
    if (encoding !== undefined && encoding !== null) validateString(encoding, 'encoding');
    return fillRange(buffer, fill, 0, buffer.length, encoding);
  }
  return buffer;
};

Buffer.allocUnsafe = function allocUnsafe(size) {
  validateSize(size);
  return allocate(size);
};

Buffer.allocUnsafeSlow = function allocUnsafeSlow(size) {
  validateSize(size);
  return new FastBuffer(size);
};

Buffer.isBuffer = function isBuffer(value) {
  return value instanceof Buffer;
};

Buffer.compare = function compare(a, b) {
  if (!isUint8Array(a)) throw new ERR_INVALID_ARG_TYPE('buf1', ['Buffer', 'Uint8Array'], a);
  if (!isUint8Array(b)) throw new ERR_INVALID_ARG_TYPE('buf2', ['Buffer', 'Uint8Array'], b);
  return a === b ? 0 : native.compare(a, b);
};

Buffer.isEncoding = function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 &&
    normalizeEncoding(encoding) !== undefined;
};

Buffer.concat = function concat(list, length) {
  validateArray(list, 'list');
  if (list.length === 0) return new FastBuffer();
  let whole = 0;
  for (let i = 0; i < list.length; i++) {
    if (!isUint8Array(list[i])) throw new ERR_INVALID_ARG_TYPE(`list[${i}]`, ['Buffer', 'Uint8Array'], list[i]);
    whole += TypedArrayPrototypeGetLength(list[i]);
  }
  if (length === undefined) length = whole;
  else validateInteger(length, 'length', 0);
  const buffer = Buffer.allocUnsafe(length);
  let position = 0;
  for (let i = 0; i < list.length && position < length; i++) {
    const count = native.copy(buffer, position, list[i], 0);
    // An empty part may be one whose memory is gone, which cannot be read.
    if (count === 0) TypedArrayPrototypeSet(buffer, list[i], position);
    position += count;
  }
  if (position < length) TypedArrayPrototypeFill(buffer, 0, position, length);
  return buffer;
};

Buffer.byteLength = function byteLength(text, encoding) {
  if (typeof text !== 'string') {
    if (isArrayBufferView(text) || isAnyArrayBuffer(text)) return text.byteLength;
    throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], text);
  }
  if (text.length === 0) return 0;
  const operations = encoding ? encodingOperations(encoding) : undefined;
  return (operations || utf8).byteLength(text);
};

// The prototype

Buffer.prototype = FastBuffer.prototype;
ObjectDefineProperty(Buffer.prototype, 'constructor', {
  __proto__: null,
  configurable: true,
  enumerable: false,
  writable: true,
  value: Buffer,
});
ObjectSetPrototypeOf(Buffer, Uint8Array);

const { prototype } = Buffer;

defineNumberMethods(prototype);

// The raw conversions, `buffer.utf8Slice(start, end)` and `buffer.utf8Write(text, offset, length)`.

function defineSlice(name) {
  const slice = native[name];
  prototype[name] = function(start, end) {
    const length = TypedArrayPrototypeGetLength(this);
    start = start === undefined ? 0 : MathTrunc(start) || 0;
    end = end === undefined ? length : MathTrunc(end) || 0;
    if (start < 0 || end < 0) throw indexError();
    if (end <= start) return '';
    if (end > length) throw indexError();
    return slice(this, start, end);
  };
}

function indexError() {
  const error = new ERR_OUT_OF_RANGE('index', 'a valid index', 0);
  error.message = 'Index out of range';
  return error;
}

function defineWrite(name, write) {
  prototype[name] = function(text, offset, length) {
    const size = TypedArrayPrototypeGetLength(this);
    offset = offset === undefined ? 0 : MathTrunc(offset) || 0;
    if (offset < 0) throw indexError();
    if (offset > size) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    const room = size - offset;
    length = length === undefined ? room : MathTrunc(length) || 0;
    if (length < 0) throw indexError();
    return writeText(this, text, offset, length > room ? room : length, write);
  };
}

function writeText(buffer, text, offset, length, write) {
  if (typeof text !== 'string') {
    const error = new TypeError('argument must be a string');
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  return write(buffer, text, offset, length);
}

ArrayPrototypeForEach(
  ['asciiSlice', 'base64Slice', 'base64urlSlice', 'latin1Slice', 'hexSlice', 'ucs2Slice', 'utf8Slice'],
  defineSlice);
defineWrite('asciiWrite', native.latin1Write);
defineWrite('base64Write', native.base64Write);
defineWrite('base64urlWrite', native.base64Write);
defineWrite('latin1Write', native.latin1Write);
defineWrite('hexWrite', native.hexWrite);
defineWrite('ucs2Write', native.ucs2Write);
defineWrite('utf8Write', native.utf8Write);

ObjectDefineProperties(prototype, {
  parent: {
    __proto__: null,
    enumerable: true,
    get() { return this instanceof Buffer ? this.buffer : undefined; },
  },
  offset: {
    __proto__: null,
    enumerable: true,
    get() { return this instanceof Buffer ? this.byteOffset : undefined; },
  },
});

function notBuffer() {
  const error = new TypeError('argument must be a buffer');
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

function view(buffer, start, length) {
  return new FastBuffer(
    TypedArrayPrototypeGetBuffer(buffer),
    TypedArrayPrototypeGetByteOffset(buffer) + start,
    length);
}

// Copies source[start..end) into target at targetStart, as much as fits.
function copyRange(source, target, targetStart, start, end) {
  const copied = native.copy(target, targetStart, source, start, end);
  if (copied !== undefined) return copied;
  const room = TypedArrayPrototypeGetLength(target) - targetStart;
  const count = MathMin(end - start, room);
  if (count <= 0) return 0;
  const whole = start === 0 && count === TypedArrayPrototypeGetLength(source);
  TypedArrayPrototypeSet(
    target,
    whole ? source : TypedArrayPrototypeSubarray(source, start, start + count),
    targetStart);
  return count;
}

// Views of other elements count as their bytes.
function bytesOfView(view, name) {
  if (isUint8Array(view)) return view;
  if (!isArrayBufferView(view)) throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], view);
  return require('internal/util/view_bytes').bytesOf(view);
}

const toInteger = (value, fallback) => {
  value = +value;
  return value >= -kMaxLength && value <= kMaxLength ? MathTrunc(value) : fallback;
};

prototype.copy = function copy(target, targetStart, sourceStart, sourceEnd) {
  const source = bytesOfView(this, 'source');
  target = bytesOfView(target, 'target');
  const length = TypedArrayPrototypeGetLength(source);
  targetStart = targetStart === undefined ? 0 : toInteger(targetStart, 0);
  if (targetStart < 0) throw new ERR_OUT_OF_RANGE('targetStart', '>= 0', targetStart);
  sourceStart = sourceStart === undefined ? 0 : toInteger(sourceStart, 0);
  if (sourceStart < 0 || sourceStart > length) {
    throw new ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${length}`, sourceStart);
  }
  sourceEnd = sourceEnd === undefined ? length : toInteger(sourceEnd, 0);
  if (sourceEnd < 0) throw new ERR_OUT_OF_RANGE('sourceEnd', '>= 0', sourceEnd);
  if (sourceStart >= sourceEnd) return 0;
  return copyRange(source, target, targetStart, sourceStart, MathMin(sourceEnd, length));
};

prototype.toString = function toString(encoding, start, end) {
  if (arguments.length === 0) {
    const text = native.utf8Slice(this);
    if (text !== undefined) return text;
    if (!isTypedArray(this)) throw notBuffer();
    return native.utf8Slice(this, 0, TypedArrayPrototypeGetLength(this));
  }
  // The whole of it: the native half knows how much that is.
  if (start === undefined && end === undefined && typeof encoding === 'string') {
    const text = encodingOperations(encoding)?.slice(this);
    if (text !== undefined) return text;
  }
  const length = TypedArrayPrototypeGetLength(this);
  start = start === undefined || start <= 0 ? 0 : MathTrunc(start) || 0;
  if (start >= length) return '';
  end = end === undefined || end >= length ? length : MathTrunc(end) || 0;
  if (end <= start) return '';
  if (encoding === undefined) return utf8.slice(this, start, end);
  const operations = encodingOperations(encoding);
  if (operations === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  return operations.slice(this, start, end);
};
prototype.toLocaleString = prototype.toString;

prototype.equals = function equals(other) {
  if (!isUint8Array(other)) {
    throw new ERR_INVALID_ARG_TYPE('otherBuffer', ['Buffer', 'Uint8Array'], other);
  }
  if (this === other) return true;
  if (TypedArrayPrototypeGetByteLength(this) !== TypedArrayPrototypeGetByteLength(other)) return false;
  return native.compare(this, other) === 0;
};

prototype.compare = function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  if (!isUint8Array(target)) {
    throw new ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
  }
  if (arguments.length === 1) return native.compare(this, target);
  targetStart = boundOf(targetStart, 'targetStart', 0, undefined);
  targetEnd = boundOf(targetEnd, 'targetEnd', target.length, target.length);
  sourceStart = boundOf(sourceStart, 'sourceStart', 0, undefined);
  sourceEnd = boundOf(sourceEnd, 'sourceEnd', this.length, this.length);
  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd) return 1;
  return native.compare(
    TypedArrayPrototypeSubarray(this, sourceStart, sourceEnd),
    TypedArrayPrototypeSubarray(target, targetStart, targetEnd));
};

function boundOf(value, name, fallback, max) {
  if (value === undefined) return fallback;
  validateInteger(value, name, 0, max);
  return value;
}

prototype.fill = function fill(value, offset, end, encoding) {
  return fillRange(this, value, offset, end, encoding);
};

function fillRange(buffer, value, offset, end, encoding) {
  let operations = utf8;
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset;
      offset = 0;
      end = buffer.length;
    } else if (typeof end === 'string') {
      encoding = end;
      end = buffer.length;
    }
    if (encoding !== undefined && encoding !== null && encoding !== '') {
      operations = encodingOperations(encoding);
      if (operations === undefined) {
        validateString(encoding, 'encoding');
        throw new ERR_UNKNOWN_ENCODING(encoding);
      }
    }
  }

  if (offset === undefined) {
    offset = 0;
    end = buffer.length;
  } else {
    validateInteger(offset, 'offset', 0, kMaxLength);
    if (end === undefined) {
      end = buffer.length;
    } else {
      validateInteger(end, 'end', 0, buffer.length);
    }
    if (offset >= end) return buffer;
  }

  let pattern;
  if (typeof value === 'string') {
    if (value.length > 0) pattern = bytesOf(value, operations);
  } else if (isArrayBufferView(value)) {
    pattern = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (pattern === undefined) {
    const byte = typeof value === 'string' ? 0 : value & 255;
    TypedArrayPrototypeFill(buffer, byte, offset, end);
    return buffer;
  }
  return fillPattern(buffer, pattern, value, offset, end);
}

// Writes the pattern once, then doubles what is there.
function fillPattern(buffer, pattern, value, offset, end) {
  const length = pattern.length;
  if (length === 0) throw new ERR_INVALID_ARG_VALUE('value', value);
  if (length === 1) {
    TypedArrayPrototypeFill(buffer, pattern[0], offset, end);
    return buffer;
  }
  let filled = copyRange(pattern, buffer, offset, 0, MathMin(length, end - offset));
  while (offset + filled < end) {
    const count = MathMin(filled, end - offset - filled);
    filled += copyRange(buffer, buffer, offset + filled, offset, offset + count);
  }
  return buffer;
}

prototype.write = function write(text, offset, length, encoding) {
  const size = TypedArrayPrototypeGetLength(this);
  if (offset === undefined) return writeText(this, text, 0, size, utf8.write);
  if (length === undefined && typeof offset === 'string') {
    encoding = offset;
    length = size;
    offset = 0;
  } else {
    validateInteger(offset, 'offset', 0, size);
    const room = size - offset;
    if (length === undefined) {
      length = room;
    } else if (typeof length === 'string') {
      encoding = length;
      length = room;
    } else {
      validateInteger(length, 'length', 0, size);
      if (length > room) length = room;
    }
  }
  let operations = utf8;
  if (encoding) {
    operations = encodingOperations(encoding);
    if (operations === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  return writeText(this, text, offset, length, operations.write);
};

prototype.toJSON = function toJSON() {
  const data = [];
  const { length } = this;
  for (let i = 0; i < length; i++) data[i] = this[i];
  return { type: 'Buffer', data };
};

// A slice shares its memory, so it is `subarray` under Array's name.
prototype.subarray = function subarray(start, end) {
  const { length } = this;
  start = clampIndex(start, length);
  end = end === undefined ? length : clampIndex(end, length);
  return new FastBuffer(this.buffer, this.byteOffset + start, end > start ? end - start : 0);
};
prototype.slice = function slice(start, end) {
  return this.subarray(start, end);
};

function clampIndex(index, length) {
  index = MathTrunc(+index);
  if (NumberIsNaN(index) || index === 0) return 0;
  if (index < 0) return index + length > 0 ? index + length : 0;
  return index < length ? index : length;
}

function defineSwap(bits) {
  const width = bits >> 3;
  const half = MathFloor(width / 2);
  prototype[`swap${bits}`] = function() {
    const { length } = this;
    if (length % width !== 0) throw new ERR_INVALID_BUFFER_SIZE(`${bits}-bits`);
    for (let start = 0; start < length; start += width) {
      for (let i = 0; i < half; i++) {
        const byte = this[start + i];
        this[start + i] = this[start + width - 1 - i];
        this[start + width - 1 - i] = byte;
      }
    }
    return this;
  };
}
ArrayPrototypeForEach([16, 32, 64], defineSwap);

defineSearchMethods(prototype, (text, operations) => bytesOf(text, operations));

prototype.inspect = inspectBuffer;
ObjectDefineProperty(prototype, SymbolFor('nodejs.util.inspect.custom'), {
  __proto__: null,
  configurable: true,
  enumerable: true,
  writable: true,
  value: inspectBuffer,
});

module.exports = { Buffer, kMaxLength, kStringMaxLength };
