'use strict';

// fs.read, fs.write and their vectors: the operations with a buffer, a range in it and a position in
// the file, whose arguments come in several forms.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSlice, BigInt, MathMin, Number, ObjectDefineProperty, Promise, ReflectApply, SymbolFor,
  TypedArrayPrototypeGetLength, Uint8Array,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { validateInt32, validateInteger, validateObject } = require('internal/validators');
const { isArrayBufferView } = require('internal/util/views');
const { bytesOf, callbackOf, fdOf } = require('internal/fs/arguments');
const { performCallback, performSync } = require('internal/fs/perform');
const native = internalBinding('fs');

// The largest position that a number tells exactly.
const LAST_POSITION = 2 ** 63 - 1024;

// -1, and what is not a position, means where the descriptor stands.
function positionOf(position, length, name = 'position') {
  if (position === undefined || position === null) return -1;
  if (typeof position === 'bigint') {
    const last = 2n ** 63n - 1n - BigInt(length);
    if (position < -1n || position > last) throw new ERR_OUT_OF_RANGE(name, `>= -1 && <= ${last}`, position);
    return MathMin(Number(position), LAST_POSITION);
  }
  if (typeof position !== 'number') throw new ERR_INVALID_ARG_TYPE(name, ['integer', 'bigint'], position);
  validateInteger(position, name, -1);
  return position;
}

function checkBuffer(buffer) {
  if (!isArrayBufferView(buffer)) {
    throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
  }
  return bytesOf(buffer);
}

function rangeOf(bytes, offset, length) {
  offset ??= 0;
  validateInteger(offset, 'offset', 0);
  length ??= bytes.byteLength - offset;
  if (offset > bytes.byteLength) {
    throw new ERR_OUT_OF_RANGE('offset', `<= ${bytes.byteLength}`, offset);
  }
  validateInteger(length, 'length');
  checkLength(length, bytes.byteLength - offset);
  return { offset, length };
}

function checkLength(length, most) {
  if (length < 0) throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (length > most) throw new ERR_OUT_OF_RANGE('length', `<= ${most}`, length);
}

// (buffer, offset, length, position), (buffer, options) or (options).
function readArguments(buffer, offset, length, position) {
  if (!isArrayBufferView(buffer) && buffer !== null && typeof buffer === 'object') {
    ({ buffer = defaultBuffer(), offset = 0, length = undefined, position = null } = buffer);
  } else if (offset !== null && typeof offset === 'object') {
    ({ offset = 0, length = undefined, position = null } = offset);
  }
  return { buffer, offset, length, position };
}

function defaultBuffer() {
  return require('internal/buffer/buffer').Buffer.alloc(16384);
}

// None where nothing is to be read: the system is not asked then.
function readOperation(fd, buffer, offset, length, position) {
  const bytes = checkBuffer(buffer);
  offset ??= 0;
  validateInteger(offset, 'offset', 0);
  length = length === undefined ? bytes.byteLength - offset : length | 0;
  const from = positionOf(position, length);
  if (length === 0) return undefined;
  if (bytes.byteLength === 0) {
    throw new ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
  }
  checkLength(length, bytes.byteLength - offset);
  return { run: native.read, args: [fd, bytes, offset, length, from] };
}

function readVector(fd, vector, position) {
  return { run: native.read, args: [fd, vector.whole, 0, vector.total, positionOf(position, vector.total)] };
}

let bufferOf;

// Calls back with what it read: a Buffer of memory that nobody else has seen, which need not be copied into.
function readNew(fd, length, position, callback) {
  bufferOf ??= require('internal/fs/operations').bufferOf;
  performCallback({ run: native.read, args: [fd, undefined, 0, length, positionOf(position, length)], map: bufferOf }, callback);
}

function read(fd, buffer, offset, length, position, callback) {
  fdOf(fd);
  if (arguments.length > 4) checkBuffer(buffer);
  if (arguments.length <= 4) {
    // The callback is wherever the arguments end.
    const args = ArrayPrototypeSlice([buffer, offset, length], 0, arguments.length - 1);
    callback = args.pop();
    callbackOf(callback);
    if (args.length === 2 && args[1] != null) validateObject(args[1], 'options');
    ({ buffer, offset, length, position } =
      args.length === 0 || (args.length === 1 && args[0] == null) ?
        { buffer: defaultBuffer() } :
        readArguments(args[0], args[1]));
  }
  callbackOf(callback);
  const operation = readOperation(fd, buffer, offset, length, position);
  if (operation === undefined) {
    process.nextTick(callback, null, 0, buffer);
    return;
  }
  performCallback(operation, (error, count) => callback(error, count || 0, buffer));
}

function readSync(fd, buffer, offsetOrOptions, length, position) {
  fdOf(fd);
  checkBuffer(buffer);
  let offset = offsetOrOptions;
  if (arguments.length <= 3 || (offset !== null && typeof offset === 'object')) {
    if (offset != null) validateObject(offset, 'options');
    ({ offset = 0, length = undefined, position = null } = offset ?? {});
  }
  const operation = readOperation(fd, buffer, offset, length, position);
  return operation === undefined ? 0 : performSync(operation);
}

// (buffer, offset, length, position), (buffer, options) or (text, position, encoding).
function writeOperation(fd, buffer, offset, length, position) {
  if (isArrayBufferView(buffer)) {
    if (offset !== null && typeof offset === 'object') {
      ({ offset = 0, length = undefined, position = null } = offset);
    }
    if (typeof position !== 'number') position = null;
    const bytes = bytesOf(buffer);
    const range = rangeOf(bytes, offset, length);
    validateInt32(range.length, 'length', 0);
    const isWhole = range.offset === 0 && range.length === TypedArrayPrototypeGetLength(bytes);
    const part = isWhole ? bytes : bytes.subarray(range.offset, range.offset + range.length);
    return { run: native.write, args: [fd, part, positionOf(position, range.length)] };
  }
  if (typeof buffer !== 'string') {
    throw new ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
  }
  const encoding = length ?? 'utf8';
  const { Buffer } = require('internal/buffer/buffer');
  const data = encoding === 'utf8' ? buffer : Buffer.from(buffer, encoding);
  return { run: native.write, args: [fd, data, positionOf(typeof offset === 'number' ? offset : null, 0)] };
}

function write(fd, buffer, ...rest) {
  fdOf(fd);
  const callback = callbackOf(rest.pop());
  const operation = writeOperation(fd, buffer, rest[0], rest[1], rest[2]);
  performCallback(operation, (error, count) => callback(error, count || 0, buffer));
}

function writeSync(fd, buffer, offsetOrOptions, length, position) {
  fdOf(fd);
  return performSync(writeOperation(fd, buffer, offsetOrOptions, length, position));
}

function checkBuffers(buffers) {
  if (!ArrayIsArray(buffers)) throw new ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  for (let i = 0; i < buffers.length; i++) {
    if (!isArrayBufferView(buffers[i])) throw new ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  }
}

// A vector is read and written as one piece, then dealt out or joined. Sizes are those of the beginning: a buffer that is
// detached or shrunk meanwhile loses its part, and the others keep theirs.
class Vector {
  constructor(buffers) {
    this.views = ArrayPrototypeSlice(buffers);
    this.sizes = [];
    this.total = 0;
    for (let i = 0; i < this.views.length; i++) {
      this.sizes[i] = this.views[i].byteLength;
      this.total += this.sizes[i];
    }
    this.whole = new Uint8Array(this.total);
  }

  deal(count) {
    for (let i = 0, from = 0; i < this.views.length && from < count; from += this.sizes[i++]) {
      const view = this.views[i];
      const size = MathMin(this.sizes[i], view.byteLength, count - from);
      if (size > 0) bytesOf(view).set(this.whole.subarray(from, from + size), 0);
    }
  }
}

function joined(buffers) {
  const { Buffer } = require('internal/buffer/buffer');
  return Buffer.concat(buffers.map(bytesOf));
}

function readv(fd, buffers, position, callback) {
  fdOf(fd);
  checkBuffers(buffers);
  callback = callbackOf(callback || position);
  if (typeof position !== 'number') position = null;
  const vector = new Vector(buffers);
  performCallback(readVector(fd, vector, position), (error, count) => {
    if (!error) vector.deal(count);
    callback(error, count || 0, buffers);
  });
}

function readvSync(fd, buffers, position) {
  fdOf(fd);
  checkBuffers(buffers);
  const vector = new Vector(buffers);
  const count = performSync(readVector(fd, vector, typeof position === 'number' ? position : null));
  vector.deal(count);
  return count;
}

function writev(fd, buffers, position, callback) {
  fdOf(fd);
  checkBuffers(buffers);
  callback = callbackOf(callback || position);
  if (typeof position !== 'number') position = null;
  const operation = writeOperation(fd, joined(buffers), 0, undefined, position);
  performCallback(operation, (error, count) => callback(error, count || 0, buffers));
}

function writevSync(fd, buffers, position) {
  fdOf(fd);
  checkBuffers(buffers);
  return performSync(writeOperation(fd, joined(buffers), 0, undefined, position));
}

// `util.promisify(fs.read)` gives both the count and the buffer.
function namePromiseResults(method, countName, bufferName) {
  ObjectDefineProperty(method, SymbolFor('nodejs.util.promisify.custom'), {
    __proto__: null,
    configurable: true,
    value: (...args) => new Promise((resolve, reject) => {
      ArrayPrototypePush(args, (error, count, buffer) => {
        if (error) {
          reject(error);
        } else {
          resolve({ [countName]: count, [bufferName]: buffer });
        }
      });
      ReflectApply(method, undefined, args);
    }),
  });
}
namePromiseResults(read, 'bytesRead', 'buffer');
namePromiseResults(write, 'bytesWritten', 'buffer');
namePromiseResults(readv, 'bytesRead', 'buffers');
namePromiseResults(writev, 'bytesWritten', 'buffers');

module.exports = {
  Vector,
  joined,
  read,
  readArguments,
  readNew,
  readOperation,
  readSync,
  readVector,
  readv,
  readvSync,
  write,
  writeOperation,
  writeSync,
  writev,
  writevSync,
};
