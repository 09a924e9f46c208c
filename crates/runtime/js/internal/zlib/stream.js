'use strict';

// The stream that every class of `zlib` is: a Transform over a native engine.
//
// A chunk is one or more steps of the engine, each a job of the pool that fills at most the rest of an output buffer of
// `chunkSize` bytes. As long as a step fills its room there is more to come: the next step starts at once while readers
// keep up, and waits for a read when they do not. The chunk's callback is called when a step leaves room.
//
// A stream whose output nobody sees in parts (`kGrows`) makes it in larger and larger ones: a step costs a way to the pool and
// back, which takes longer than the chunk that comes of it.
//
// A flush travels through the queue of writes, as one of the empty buffers in `flushMarkers`, so that it comes after what
// was written before it.

const { MathFloor, MathMax, MathMin, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, Symbol, Uint32Array } = primordials;

const {
  codes: { ERR_BUFFER_TOO_LARGE, ERR_INTERNAL_ASSERTION, ERR_TRAILING_JUNK_AFTER_STREAM_END },
  genericNodeError,
} = require('internal/errors');
const { buffers, fastBuffer } = require('internal/buffer/late');
const { Transform } = require('internal/stream/transform');
const { checkRangesOrGetDefault } = require('internal/validators');
const { Zlib: Handle } = require('internal/zlib/handle');
const { bytesOf, checkOptions } = require('internal/zlib/options');
const {
  constants: { Z_BLOCK, Z_FINISH, Z_FULL_FLUSH, Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH },
} = require('internal/zlib/constants');
const { fields } = internalBinding('zlib');

const kFlush = Symbol('kFlush');
const kError = Symbol('kError');
const kStep = Symbol('step');
const kWaiting = Symbol('waiting');
const kFlushes = Symbol('flushes');
const kGrows = Symbol('grows');

const LARGEST_STEP = 1 << 20;

// How much each kind flushes, by its number; the other formats' numbers rise the same way.
const weights = [];
weights[Z_NO_FLUSH] = 0;
weights[Z_BLOCK] = 1;
weights[Z_PARTIAL_FLUSH] = 2;
weights[Z_SYNC_FLUSH] = 3;
weights[Z_FULL_FLUSH] = 4;
weights[Z_FINISH] = 5;
const stronger = (a, b) => (weights[a] > weights[b] ? a : b);

const flushMarkers = [];

function flushMarker(kind) {
  if (flushMarkers.length === 0) {
    for (let each = 0; each <= Z_BLOCK; each++) {
      flushMarkers[each] = buffers().alloc(0);
      flushMarkers[each][kFlush] = each;
    }
  }
  return flushMarkers[kind];
}

// `open(options, mode, checked)` gives the native engine, `flushes` are the kinds of its family.
function ZlibBase(options, mode, open, flushes) {
  const checked = checkOptions(options, flushes);
  const opened = open(options, mode, checked);
  if (options && (options.encoding || options.objectMode || options.writableObjectMode)) {
    options = { ...options, encoding: null, objectMode: false, writableObjectMode: false };
  }
  this._writeState = new Uint32Array(2);
  ReflectApply(Transform, this, [{ autoDestroy: true, ...options }]);
  this[kError] = null;
  this[kStep] = null;
  this[kWaiting] = false;
  this[kFlushes] = flushes;
  // How much was made in parts that are full, or undefined.
  this[kGrows] = undefined;
  this.bytesWritten = 0;
  this._handle = new Handle(opened.native, this, this._writeState, onStep, onError);
  this._outBuffer = buffers().allocUnsafe(MathFloor(checked.chunkSize));
  this._outOffset = 0;
  this._chunkSize = checked.chunkSize;
  this._defaultFlushFlag = checked.flush;
  this._finishFlushFlag = checked.finishFlush;
  this._defaultFullFlushFlag = flushes.full;
  this._info = checked.info;
  this._maxOutputLength = checked.maxOutputLength;
  this._rejectGarbageAfterEnd = checked.rejectGarbageAfterEnd;
  if (opened.level !== undefined) {
    this._level = opened.level;
    this._strategy = opened.strategy;
    this._mode = mode;
  }
}
ObjectSetPrototypeOf(ZlibBase.prototype, Transform.prototype);
ObjectSetPrototypeOf(ZlibBase, Transform);

ObjectDefineProperty(ZlibBase.prototype, '_closed', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return !this._handle; },
});

ZlibBase.prototype.reset = function() {
  if (!this._handle) throw new ERR_INTERNAL_ASSERTION('zlib binding closed');
  return this._handle.reset();
};

// At the end there is a last, empty chunk.
ZlibBase.prototype._flush = function(callback) {
  this._transform(flushMarker(Z_NO_FLUSH), '', callback);
};

ZlibBase.prototype._final = function(callback) {
  callback();
};

ZlibBase.prototype.flush = function(kind, callback) {
  if (typeof kind === 'function' || (kind === undefined && !callback)) {
    callback = kind;
    kind = this._defaultFullFlushFlag;
  }
  kind = checkRangesOrGetDefault(kind, 'kind', 0, this[kFlushes].last, this._defaultFullFlushFlag);
  if (this.writableFinished) {
    if (callback) process.nextTick(callback);
  } else if (this.writableEnded) {
    if (callback) this.once('end', callback);
  } else {
    this.write(flushMarker(kind), '', callback);
  }
};

ZlibBase.prototype.close = function(callback) {
  if (callback) require('internal/stream/finished').finished(this, callback);
  this.destroy();
};

ZlibBase.prototype._destroy = function(error, callback) {
  closeHandle(this);
  callback(error);
};

ZlibBase.prototype._transform = function(chunk, encoding, callback) {
  let flush = this._defaultFlushFlag;
  if (typeof chunk[kFlush] === 'number') flush = chunk[kFlush];
  // The last chunk: what it needs is decided here, so that the end needs no step of its own.
  if (this.writableEnded && this.writableLength === chunk.byteLength) flush = stronger(flush, this._finishFlushFlag);
  processChunk(this, chunk, flush, callback);
};

// With a callback a chunk goes through the pool; without one all of it is processed at once and the output returned.
ZlibBase.prototype._processChunk = function(chunk, flush, callback) {
  if (typeof callback === 'function') {
    processChunk(this, chunk, flush, callback);
    return;
  }
  return processChunkSync(this, chunk, flush);
};

ZlibBase.prototype._read = function(size) {
  if (this[kWaiting]) {
    this[kWaiting] = false;
    startStep(this);
  }
  ReflectApply(Transform.prototype._read, this, [size]);
};

function processChunk(stream, chunk, flush, callback) {
  // The handle is gone: nothing that is written matters any more.
  if (!stream._handle) {
    process.nextTick(callback);
    return;
  }
  stream[kStep] = {
    __proto__: null, handle: stream._handle, chunk, flush, callback, offset: 0, left: chunk.byteLength, room: 0,
  };
  startStep(stream);
}

function startStep(stream) {
  const step = stream[kStep];
  step.room = stream._outBuffer.byteLength - stream._outOffset;
  step.handle.write(step.flush, step.chunk, step.offset, step.left, stream._outBuffer, stream._outOffset, step.room);
}

// A step has ended well; `this` is the handle.
function onStep() {
  const stream = this.owner;
  const step = stream[kStep];
  if (stream.destroyed) {
    finishChunk(stream, step);
    return;
  }
  const roomLeft = stream._writeState[0];
  const inputLeft = stream._writeState[1];
  const taken = step.left - inputLeft;
  step.offset += taken;
  step.left = inputLeft;
  stream.bytesWritten += taken;

  const isRead = pushOutput(stream, step.room - roomLeft);
  if (stream.destroyed) {
    finishChunk(stream, step);
    return;
  }
  if (roomLeft === 0 || stream._outOffset >= stream._outBuffer.byteLength) renewOutput(stream);
  if (roomLeft === 0) {
    if (isRead) {
      startStep(stream);
    } else {
      stream[kWaiting] = true;
    }
    return;
  }
  // The engine has room and wants no more: the compressed stream has ended before its input.
  if (inputLeft > 0) {
    if (stream._rejectGarbageAfterEnd) {
      stream[kStep] = null;
      stream.destroy(new ERR_TRAILING_JUNK_AFTER_STREAM_END());
      return;
    }
    stream.push(null);
  }
  finishChunk(stream, step);
}

function finishChunk(stream, step) {
  stream[kStep] = null;
  step.callback();
}

// Gives false when nobody reads.
function pushOutput(stream, length) {
  if (length === 0) return true;
  const start = stream._outOffset;
  stream._outOffset += length;
  const { buffer, byteOffset } = stream._outBuffer;
  return stream.push(fastBuffer(buffer, byteOffset + start, length));
}

function renewOutput(stream) {
  stream._outOffset = 0;
  const size = stream[kGrows] !== undefined ? grownSize(stream) : MathFloor(stream._chunkSize);
  stream._outBuffer = buffers().allocUnsafe(size);
}

// Never beyond the chunk in which there would be too much, so that of two things that are wrong the same one is told.
function grownSize(stream) {
  const chunk = MathFloor(stream._chunkSize);
  const before = stream._outBuffer.byteLength;
  stream[kGrows] += before;
  const most = (MathFloor(stream._maxOutputLength / chunk) + 1) * chunk - stream[kGrows];
  return MathMax(chunk, MathMin(before * 4, MathMax(before, LARGEST_STEP), most));
}

const failureError = (message, errno, code) => genericNodeError(message, { __proto__: null, errno, code });

// A step has failed; `this` is the handle.
function onError(message, errno, code) {
  const stream = this.owner;
  // There is no way to cleanly recover: what is in flight is forgotten.
  const error = failureError(message, errno, code);
  stream[kStep] = null;
  stream.destroy(error);
  stream[kError] = error;
}

function processChunkSync(stream, chunk, flush) {
  const handle = stream._handle;
  if (!handle) throw new ERR_INTERNAL_ASSERTION('zlib binding closed');
  const output = handle.process(flush, bytesOf(chunk), stream._maxOutputLength, MathFloor(stream._chunkSize));
  const error = syncErrorOf(output, stream._maxOutputLength, stream._rejectGarbageAfterEnd);
  stream.bytesWritten += chunk.byteLength - fields[1];
  closeHandle(stream);
  if (error !== undefined) {
    stream.destroy(error);
    throw error;
  }
  return fastBuffer(output.buffer, output.byteOffset, output.byteLength);
}

// What is wrong with the result of `process`, if anything.
function syncErrorOf(output, maxOutputLength, rejectGarbageAfterEnd) {
  if (output === null) return new ERR_BUFFER_TOO_LARGE(maxOutputLength);
  if (output.byteLength === undefined) return failureError(output[0], output[1], output[2]);
  if (rejectGarbageAfterEnd && fields[1] > 0) return new ERR_TRAILING_JUNK_AFTER_STREAM_END();
}

function closeHandle(stream) {
  // A stream may be destroyed before its constructor has made one.
  if (!stream._handle) return;
  stream._handle.close();
  stream._handle = null;
}

module.exports = { ZlibBase, kGrows, processChunkSync, syncErrorOf };
