'use strict';

// Numbers in a Buffer: every read*/write* method. They work on bytes rather than on a DataView,
// which would have to be made for each Buffer, and check after the fast path failed.

const {
  BigInt,
  Float32Array,
  Float64Array,
  MathFloor,
  Number,
  NumberIsInteger,
  ObjectDefineProperty,
  Uint8Array,
} = primordials;

const {
  codes: { ERR_BUFFER_OUT_OF_BOUNDS, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { validateNumber } = require('internal/validators');

const float32 = new Float32Array(1);
const float32Bytes = new Uint8Array(float32.buffer);
const float64 = new Float64Array(1);
const float64Bytes = new Uint8Array(float64.buffer);

// Every engine Roundel runs on is little-endian or says so here.
float32[0] = -1;
const HOST_IS_BIG_ENDIAN = float32Bytes[3] === 0;

function boundsError(value, limit, name) {
  if (MathFloor(value) !== value) {
    validateNumber(value, name);
    throw new ERR_OUT_OF_RANGE(name || 'offset', 'an integer', value);
  }
  if (limit < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  throw new ERR_OUT_OF_RANGE(name || 'offset', `>= ${name ? 1 : 0} and <= ${limit}`, value);
}

// Checks that `width` bytes from `offset` are inside.
function checkSpan(buffer, offset, width) {
  validateNumber(offset, 'offset');
  if (buffer[offset] === undefined || buffer[offset + width - 1] === undefined) {
    boundsError(offset, buffer.length - width);
  }
}

function checkWidth(width) {
  if (width === undefined) {
    validateNumber(width, 'byteLength');
  }
  if (typeof width !== 'number' || !NumberIsInteger(width) || width < 1 || width > 6) {
    validateNumber(width, 'byteLength');
    boundsError(width, 6, 'byteLength');
  }
}

function checkValue(value, min, max, width) {
  if (value <= max && value >= min) return;
  if (typeof value === 'number' && value !== value) return;
  const suffix = typeof min === 'bigint' ? 'n' : '';
  let range;
  if (width > 4) {
    range = min === 0 || min === 0n ?
      `>= 0${suffix} and < 2${suffix} ** ${width * 8}${suffix}` :
      `>= -(2${suffix} ** ${width * 8 - 1}${suffix}) and < 2${suffix} ** ${width * 8 - 1}${suffix}`;
  } else {
    range = `>= ${min}${suffix} and <= ${max}${suffix}`;
  }
  throw new ERR_OUT_OF_RANGE('value', range, value);
}

// Integers of one to six bytes. Above four the sum is kept in floating point, exact to 2^53.

function readUnsigned(buffer, offset, width, littleEndian) {
  let value = 0;
  if (littleEndian) {
    for (let i = width - 1; i >= 0; i--) value = value * 256 + buffer[offset + i];
  } else {
    for (let i = 0; i < width; i++) value = value * 256 + buffer[offset + i];
  }
  return value;
}

function signed(value, width) {
  const half = 2 ** (width * 8 - 1);
  return value >= half ? value - 2 * half : value;
}

function writeInteger(buffer, value, offset, width, littleEndian) {
  // Two's complement by adding the modulus keeps the arithmetic in positive integers.
  let rest = MathFloor(value < 0 ? value + 2 ** (width * 8) : value);
  if (value !== value) rest = 0;
  for (let i = 0; i < width; i++) {
    buffer[littleEndian ? offset + i : offset + width - 1 - i] = rest % 256;
    rest = MathFloor(rest / 256);
  }
  return offset + width;
}

const methods = { __proto__: null };

function defineInteger(width, endian, littleEndian) {
  const bits = width * 8;
  const unsignedMax = 2 ** bits - 1;
  const signedMax = 2 ** (bits - 1) - 1;
  const signedMin = -(2 ** (bits - 1));
  const name = `${bits}${endian}`;

  methods[`readUInt${name}`] = function(offset = 0) {
    checkSpan(this, offset, width);
    return readUnsigned(this, offset, width, littleEndian);
  };
  methods[`readInt${name}`] = function(offset = 0) {
    checkSpan(this, offset, width);
    return signed(readUnsigned(this, offset, width, littleEndian), width);
  };
  methods[`writeUInt${name}`] = function(value, offset = 0) {
    value = +value;
    if (width === 1) validateNumber(offset, 'offset');
    checkValue(value, 0, unsignedMax, width);
    checkSpan(this, offset, width);
    return writeInteger(this, value, offset, width, littleEndian);
  };
  methods[`writeInt${name}`] = function(value, offset = 0) {
    value = +value;
    if (width === 1) validateNumber(offset, 'offset');
    checkValue(value, signedMin, signedMax, width);
    checkSpan(this, offset, width);
    return writeInteger(this, truncated(value), offset, width, littleEndian);
  };
}

const truncated = (value) => (value < 0 ? -MathFloor(-value) : value);

function defineVariable(endian, littleEndian) {
  methods[`readUInt${endian}`] = function(offset, byteLength) {
    if (offset === undefined) validateNumber(offset, 'offset');
    checkWidth(byteLength);
    checkSpan(this, offset, byteLength);
    return readUnsigned(this, offset, byteLength, littleEndian);
  };
  methods[`readInt${endian}`] = function(offset, byteLength) {
    if (offset === undefined) validateNumber(offset, 'offset');
    checkWidth(byteLength);
    checkSpan(this, offset, byteLength);
    return signed(readUnsigned(this, offset, byteLength, littleEndian), byteLength);
  };
  methods[`writeUInt${endian}`] = function(value, offset, byteLength) {
    checkWidth(byteLength);
    value = +value;
    checkValue(value, 0, 2 ** (byteLength * 8) - 1, byteLength);
    checkSpan(this, offset, byteLength);
    return writeInteger(this, value, offset, byteLength, littleEndian);
  };
  methods[`writeInt${endian}`] = function(value, offset, byteLength) {
    checkWidth(byteLength);
    value = +value;
    const half = 2 ** (byteLength * 8 - 1);
    checkValue(value, -half, half - 1, byteLength);
    checkSpan(this, offset, byteLength);
    return writeInteger(this, truncated(value), offset, byteLength, littleEndian);
  };
}

function defineBigInteger(endian, littleEndian) {
  const readWords = (buffer, offset) => {
    checkSpan(buffer, offset, 8);
    const first = readUnsigned(buffer, offset, 4, littleEndian);
    const second = readUnsigned(buffer, offset + 4, 4, littleEndian);
    return littleEndian ? { high: second, low: first } : { high: first, low: second };
  };
  const writeWords = (buffer, value, offset, min, max) => {
    // A number here is a mistake the engine itself reports: BigInt and other types do not mix.
    const low = Number(value & 0xffffffffn);
    const high = Number((value >> 32n) & 0xffffffffn);
    checkValue(value, min, max, 8);
    checkSpan(buffer, offset, 8);
    writeInteger(buffer, littleEndian ? low : high, offset, 4, littleEndian);
    return writeInteger(buffer, littleEndian ? high : low, offset + 4, 4, littleEndian);
  };

  methods[`readBigUInt64${endian}`] = function(offset = 0) {
    const { high, low } = readWords(this, offset);
    return (BigInt(high) << 32n) + BigInt(low);
  };
  methods[`readBigInt64${endian}`] = function(offset = 0) {
    const { high, low } = readWords(this, offset);
    return (BigInt(signed(high, 4)) << 32n) + BigInt(low);
  };
  methods[`writeBigUInt64${endian}`] = function(value, offset = 0) {
    return writeWords(this, value, offset, 0n, 0xffffffffffffffffn);
  };
  methods[`writeBigInt64${endian}`] = function(value, offset = 0) {
    return writeWords(this, value, offset, -0x8000000000000000n, 0x7fffffffffffffffn);
  };
}

function defineFloat(name, width, scratch, scratchBytes, endian, littleEndian) {
  const straight = littleEndian !== HOST_IS_BIG_ENDIAN;
  methods[`read${name}${endian}`] = function(offset = 0) {
    checkSpan(this, offset, width);
    for (let i = 0; i < width; i++) scratchBytes[straight ? i : width - 1 - i] = this[offset + i];
    return scratch[0];
  };
  methods[`write${name}${endian}`] = function(value, offset = 0) {
    value = +value;
    checkSpan(this, offset, width);
    scratch[0] = value;
    for (let i = 0; i < width; i++) this[offset + i] = scratchBytes[straight ? i : width - 1 - i];
    return offset + width;
  };
}

defineBigInteger('LE', true);
defineBigInteger('BE', false);
defineInteger(1, '', true);
defineInteger(2, 'LE', true);
defineInteger(2, 'BE', false);
defineInteger(4, 'LE', true);
defineInteger(4, 'BE', false);
defineVariable('LE', true);
defineVariable('BE', false);
defineFloat('Float', 4, float32, float32Bytes, 'LE', true);
defineFloat('Float', 4, float32, float32Bytes, 'BE', false);
defineFloat('Double', 8, float64, float64Bytes, 'LE', true);
defineFloat('Double', 8, float64, float64Bytes, 'BE', false);

// Adds the methods to a prototype; `UInt` names also exist as `Uint`.
function defineNumberMethods(prototype) {
  for (const name in methods) {
    const method = methods[name];
    const lower = name.replace('UInt', 'Uint');
    ObjectDefineProperty(method, 'name', { __proto__: null, value: name, configurable: true });
    prototype[name] = method;
    if (lower !== name) prototype[lower] = method;
  }
}

module.exports = { defineNumberMethods };
