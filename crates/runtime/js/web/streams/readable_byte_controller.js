// The controller of a byte stream: a queue of bytes, and buffers that readers brought and that wait to be filled.
//
// A buffer that comes in is transferred, so that nobody outside can change bytes that are on their way. A pull-into is a
// buffer to be filled: one that a reader brought (BYOB), one allocated for a plain reader (`autoAllocateChunkSize`), or one
// whose reader has gone (NOBODY), whose bytes then go to the queue.
'use strict';

const {
  ArrayBuffer, ArrayBufferIsView, ArrayBufferPrototypeGetByteLength, ArrayBufferPrototypeGetDetached, ArrayBufferPrototypeSlice,
  ArrayBufferPrototypeTransfer, ArrayPrototypePush, DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset, MathMin, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;

const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS },
} = require('internal/errors');
const { isSharedArrayBuffer } = require('internal/util/types');
const { SourceState, cancelSource, desiredSize, forget, pullIfNeeded } = require('web/streams/controller_state');
const { Fifo } = require('web/streams/fifo');
const { CLOSED, READABLE, close, fail } = require('web/streams/readable_state');
const { describe, inspectAs, kInspect } = require('web/streams/strategies');

const kConstruct = {};

// Who a pull-into is for.
const DEFAULT = 0;
const BYOB = 1;
const NOBODY = 2;

class ReadableByteStreamController {
  #record;

  constructor(key = undefined, record = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#record = record;
  }

  static #of(value) {
    if (value === null || typeof value !== 'object' || !(#record in value)) {
      throw new ERR_INVALID_THIS('ReadableByteStreamController');
    }
    return value.#record;
  }

  get byobRequest() {
    return byobRequestOf(ReadableByteStreamController.#of(this));
  }

  get desiredSize() {
    return desiredSize(ReadableByteStreamController.#of(this));
  }

  close() {
    const record = ReadableByteStreamController.#of(this);
    if (record.isCloseRequested) throw new ERR_INVALID_STATE.TypeError('Controller is already closed');
    if (record.stream.status !== READABLE) throw new ERR_INVALID_STATE.TypeError('ReadableStream is already closed');
    closeController(record);
  }

  enqueue(chunk) {
    const record = ReadableByteStreamController.#of(this);
    if (!ArrayBufferIsView(chunk)) {
      throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], chunk);
    }
    if (isSharedArrayBuffer(bufferOf(chunk))) throw new ERR_INVALID_ARG_VALUE('chunk', chunk, 'must not be backed by a SharedArrayBuffer');
    if (byteLengthOf(chunk) === 0 || ArrayBufferPrototypeGetByteLength(bufferOf(chunk)) === 0) {
      throw new ERR_INVALID_STATE.TypeError('chunk ArrayBuffer is zero-length or detached');
    }
    if (record.isCloseRequested) throw new ERR_INVALID_STATE.TypeError('Controller is already closed');
    if (record.stream.status !== READABLE) throw new ERR_INVALID_STATE.TypeError('ReadableStream is already closed');
    enqueue(record, chunk);
  }

  error(error = undefined) {
    failController(ReadableByteStreamController.#of(this), error);
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'ReadableByteStreamController', {}, depth, options);
  }
}

let invalidate;

class ReadableStreamBYOBRequest {
  #record;
  #view;

  static {
    invalidate = (request) => {
      request.#record = undefined;
      request.#view = null;
    };
  }

  constructor(key = undefined, record = undefined, view = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#record = record;
    this.#view = view;
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#record in value)) throw new ERR_INVALID_THIS('ReadableStreamBYOBRequest');
  }

  get view() {
    ReadableStreamBYOBRequest.#check(this);
    return this.#view;
  }

  respond(bytesWritten) {
    ReadableStreamBYOBRequest.#check(this);
    if (this.#record === undefined) throw new ERR_INVALID_STATE.TypeError('This BYOB request has been invalidated');
    const count = toUnsigned(bytesWritten);
    if (ArrayBufferPrototypeGetDetached(bufferOf(this.#view))) {
      throw new ERR_INVALID_STATE.TypeError('Viewed ArrayBuffer is detached');
    }
    respond(this.#record, count);
  }

  respondWithNewView(view) {
    ReadableStreamBYOBRequest.#check(this);
    if (!ArrayBufferIsView(view)) throw new ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], view);
    if (this.#record === undefined) throw new ERR_INVALID_STATE.TypeError('This BYOB request has been invalidated');
    if (isSharedArrayBuffer(bufferOf(view)) || ArrayBufferPrototypeGetDetached(bufferOf(view))) {
      throw new ERR_INVALID_STATE.TypeError('Viewed ArrayBuffer is detached');
    }
    respondWithNewView(this.#record, view);
  }

  [kInspect](depth, options) {
    const record = this.#record;
    const fields = { view: this.#view, controller: record === undefined ? undefined : faceOf(record) };
    return inspectAs(this, 'ReadableStreamBYOBRequest', fields, depth, options);
  }
}

describe(ReadableByteStreamController, ['byobRequest', 'close', 'desiredSize', 'enqueue', 'error']);
describe(ReadableStreamBYOBRequest, ['respond', 'respondWithNewView', 'view']);

class ByteControllerState extends SourceState {
  queue;
  size = 0;
  autoAllocateChunkSize;
  pending;
  byobRequest = null;

  constructor(stream, mark, autoAllocateChunkSize) {
    super(stream, mark);
    this.queue = new Fifo();
    this.autoAllocateChunkSize = autoAllocateChunkSize;
    this.pending = new Fifo(); // pull-intos
  }

  get queued() {
    return this.size;
  }

  openFace() {
    return faceOf(this);
  }

  fail(error) {
    failController(this, error);
  }

  pullSteps(request) {
    if (this.size > 0) {
      giveFirst(this, request);
      return;
    }
    const size = this.autoAllocateChunkSize;
    if (size !== undefined) {
      let buffer;
      try {
        buffer = new ArrayBuffer(size);
      } catch (error) {
        request.error(error);
        return;
      }
      this.pending.push(new PullInto(buffer, 0, size, 1, 1, Uint8Array, DEFAULT));
    }
    this.stream.reader.requests.push(request);
    pullIfNeeded(this);
  }

  cancelSteps(reason) {
    dropPending(this);
    clearQueue(this);
    return cancelSource(this, reason);
  }

  releaseSteps() {
    if (this.pending.length === 0) return;
    const first = this.pending.peek();
    first.owner = NOBODY;
    this.pending.clear();
    this.pending.push(first);
  }
}

class PullInto {
  buffer;
  bufferByteLength;
  byteOffset;
  byteLength;
  filled = 0;
  minimum;
  elementSize;
  View;
  owner;

  constructor(buffer, byteOffset, byteLength, minimum, elementSize, View, owner) {
    this.buffer = buffer;
    this.bufferByteLength = ArrayBufferPrototypeGetByteLength(buffer);
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
    this.minimum = minimum;
    this.elementSize = elementSize;
    this.View = View;
    this.owner = owner;
  }
}

// A part of a buffer that waits in the queue.
class Piece {
  buffer;
  byteOffset;
  byteLength;

  constructor(buffer, byteOffset, byteLength) {
    this.buffer = buffer;
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
  }
}

function faceOf(record) {
  return record.face ??= new ReadableByteStreamController(kConstruct, record);
}

function byobRequestOf(record) {
  if (record.byobRequest === null && record.pending.length !== 0) {
    const first = record.pending.peek();
    const view = new Uint8Array(first.buffer, first.byteOffset + first.filled, first.byteLength - first.filled);
    record.byobRequest = new ReadableStreamBYOBRequest(kConstruct, record, view);
  }
  return record.byobRequest;
}

function closeController(record) {
  if (record.isCloseRequested || record.stream.status !== READABLE) return;
  if (record.size > 0) {
    record.isCloseRequested = true;
    return;
  }
  if (record.pending.length !== 0) {
    const first = record.pending.peek();
    if (first.filled % first.elementSize !== 0) {
      const error = new ERR_INVALID_STATE.TypeError('Partial read');
      failController(record, error);
      throw error;
    }
  }
  forget(record);
  close(record.stream);
}

function failController(record, error) {
  if (record.stream.status !== READABLE) return;
  dropPending(record);
  clearQueue(record);
  forget(record);
  fail(record.stream, error);
}

function enqueue(record, chunk) {
  if (record.isCloseRequested || record.stream.status !== READABLE) return;
  const byteOffset = byteOffsetOf(chunk);
  const byteLength = byteLengthOf(chunk);
  const buffer = transfer(bufferOf(chunk));
  if (record.pending.length !== 0) {
    const first = record.pending.peek();
    if (ArrayBufferPrototypeGetDetached(first.buffer)) {
      throw new ERR_INVALID_STATE.TypeError('Destination ArrayBuffer is detached');
    }
    dropByobRequest(record);
    first.buffer = transfer(first.buffer);
    if (first.owner === NOBODY) moveToQueue(record, first);
  }
  const { reader } = record.stream;
  if (reader === undefined) {
    push(record, buffer, byteOffset, byteLength);
  } else if (reader.isByob) {
    push(record, buffer, byteOffset, byteLength);
    commitAll(record, fillPending(record));
  } else {
    while (reader.requests.length !== 0 && record.size !== 0) giveFirst(record, reader.requests.shift());
    if (reader.requests.length === 0) {
      push(record, buffer, byteOffset, byteLength);
    } else {
      if (record.pending.length !== 0) record.pending.shift();
      reader.requests.shift().chunk(new Uint8Array(buffer, byteOffset, byteLength));
    }
  }
  pullIfNeeded(record);
}

// A reader's own buffer: filled from the queue at once, or put behind those that wait.
function pullInto(record, view, minimumElements, request) {
  const { stream } = record;
  const View = viewConstructor(view);
  const elementSize = View.BYTES_PER_ELEMENT ?? 1;
  const byteOffset = byteOffsetOf(view);
  const byteLength = byteLengthOf(view);
  let buffer;
  try {
    buffer = transfer(bufferOf(view));
  } catch (error) {
    request.error(error);
    return;
  }
  const into = new PullInto(buffer, byteOffset, byteLength, minimumElements * elementSize, elementSize, View, BYOB);
  if (record.pending.length !== 0) {
    record.pending.push(into);
    stream.reader.requests.push(request);
    return;
  }
  if (stream.status === CLOSED) {
    request.close(new View(buffer, byteOffset, 0));
    return;
  }
  if (record.size > 0) {
    if (fillFromQueue(record, into)) {
      const filled = viewOf(into);
      afterTaking(record);
      request.chunk(filled);
      return;
    }
    if (record.isCloseRequested) {
      const error = new ERR_INVALID_STATE.TypeError('Insufficient bytes to fill elements in the given buffer');
      failController(record, error);
      request.error(error);
      return;
    }
  }
  record.pending.push(into);
  stream.reader.requests.push(request);
  pullIfNeeded(record);
}

function respond(record, bytesWritten) {
  const first = record.pending.peek();
  if (record.stream.status === CLOSED) {
    if (bytesWritten !== 0) throw new ERR_INVALID_STATE.TypeError('Controller is closed');
  } else {
    if (bytesWritten === 0) throw new ERR_INVALID_ARG_VALUE('bytesWritten', bytesWritten);
    if (first.filled + bytesWritten > first.byteLength) {
      throw new ERR_INVALID_ARG_VALUE.RangeError('bytesWritten', bytesWritten);
    }
  }
  first.buffer = transfer(first.buffer);
  respondToFirst(record, first, bytesWritten);
}

function respondWithNewView(record, view) {
  const first = record.pending.peek();
  const byteLength = byteLengthOf(view);
  const buffer = bufferOf(view);
  if (record.stream.status === CLOSED) {
    if (byteLength !== 0) throw new ERR_INVALID_STATE.TypeError('Controller is closed');
  } else if (byteLength === 0) {
    throw new ERR_INVALID_STATE.TypeError('View is zero-length');
  }
  if (first.byteOffset + first.filled !== byteOffsetOf(view) ||
      first.bufferByteLength !== ArrayBufferPrototypeGetByteLength(buffer) ||
      first.filled + byteLength > first.byteLength) {
    throw new ERR_INVALID_ARG_VALUE.RangeError('view', view);
  }
  first.buffer = transfer(buffer);
  respondToFirst(record, first, byteLength);
}

function respondToFirst(record, first, bytesWritten) {
  dropByobRequest(record);
  if (record.stream.status === CLOSED) respondWhenClosed(record, first);
  else respondWhenReadable(record, first, bytesWritten);
  pullIfNeeded(record);
}

function respondWhenClosed(record, first) {
  if (first.owner === NOBODY) record.pending.shift();
  const { reader } = record.stream;
  if (reader === undefined || !reader.isByob) return;
  const filled = [];
  while (filled.length < reader.requests.length) ArrayPrototypePush(filled, record.pending.shift());
  commitAll(record, filled);
}

function respondWhenReadable(record, into, bytesWritten) {
  into.filled += bytesWritten;
  if (into.owner === NOBODY) {
    moveToQueue(record, into);
    commitAll(record, fillPending(record));
    return;
  }
  if (into.filled < into.minimum) return;
  record.pending.shift();
  // What does not make up a whole element waits for the next reader.
  const rest = into.filled % into.elementSize;
  if (rest > 0) {
    const end = into.byteOffset + into.filled;
    pushCopy(record, into.buffer, end - rest, rest);
    into.filled -= rest;
  }
  const filled = fillPending(record);
  commit(record, into);
  commitAll(record, filled);
}

function commitAll(record, list) {
  for (let i = 0; i < list.length; i++) commit(record, list[i]);
}

function commit(record, into) {
  const { stream } = record;
  const view = viewOf(into);
  const request = stream.reader.requests.shift();
  if (stream.status === CLOSED) request.close(view);
  else request.chunk(view);
}

function viewOf(into) {
  return new into.View(transfer(into.buffer), into.byteOffset, into.filled / into.elementSize);
}

// Those of the waiting buffers that the queue fills enough.
function fillPending(record) {
  const filled = [];
  while (record.pending.length !== 0 && record.size !== 0) {
    const into = record.pending.peek();
    if (!fillFromQueue(record, into)) break;
    record.pending.shift();
    ArrayPrototypePush(filled, into);
  }
  return filled;
}

// True if there is enough in it now.
function fillFromQueue(record, into) {
  const most = into.filled + MathMin(record.size, into.byteLength - into.filled);
  const aligned = most - most % into.elementSize;
  const isEnough = aligned >= into.minimum;
  let left = (isEnough ? aligned : most) - into.filled;
  const target = new Uint8Array(into.buffer);
  while (left > 0) {
    const first = record.queue.peek();
    const count = MathMin(left, first.byteLength);
    TypedArrayPrototypeSet(target, new Uint8Array(first.buffer, first.byteOffset, count), into.byteOffset + into.filled);
    if (count === first.byteLength) {
      record.queue.shift();
    } else {
      first.byteOffset += count;
      first.byteLength -= count;
    }
    record.size -= count;
    into.filled += count;
    left -= count;
  }
  return isEnough;
}

function giveFirst(record, request) {
  const { buffer, byteOffset, byteLength } = record.queue.shift();
  record.size -= byteLength;
  afterTaking(record);
  request.chunk(new Uint8Array(buffer, byteOffset, byteLength));
}

function afterTaking(record) {
  if (record.size === 0 && record.isCloseRequested) {
    forget(record);
    close(record.stream);
  } else {
    pullIfNeeded(record);
  }
}

function push(record, buffer, byteOffset, byteLength) {
  record.queue.push(new Piece(buffer, byteOffset, byteLength));
  record.size += byteLength;
}

function pushCopy(record, buffer, byteOffset, byteLength) {
  let copy;
  try {
    copy = ArrayBufferPrototypeSlice(buffer, byteOffset, byteOffset + byteLength);
  } catch (error) {
    failController(record, error);
    throw error;
  }
  push(record, copy, 0, byteLength);
}

function moveToQueue(record, into) {
  if (into.filled > 0) pushCopy(record, into.buffer, into.byteOffset, into.filled);
  record.pending.shift();
}

function dropPending(record) {
  dropByobRequest(record);
  record.pending.clear();
}

function dropByobRequest(record) {
  if (record.byobRequest === null) return;
  invalidate(record.byobRequest);
  record.byobRequest = null;
}

function clearQueue(record) {
  record.queue.clear();
  record.size = 0;
}
function transfer(buffer) {
  return ArrayBufferPrototypeTransfer(buffer);
}

// Web IDL's unsigned long long that has to be in range.
function toUnsigned(value) {
  const number = +value;
  if (!(number > -1 && number <= 9007199254740991)) throw new ERR_INVALID_ARG_VALUE('bytesWritten', value);
  return number - number % 1;
}

// Views, whatever a program has defined on them.

function bufferOf(view) {
  return TypedArrayPrototypeGetSymbolToStringTag(view) === undefined ? DataViewPrototypeGetBuffer(view) :
    TypedArrayPrototypeGetBuffer(view);
}

function byteLengthOf(view) {
  if (TypedArrayPrototypeGetSymbolToStringTag(view) !== undefined) return TypedArrayPrototypeGetByteLength(view);
  // The engine throws for a view whose buffer has gone.
  return ArrayBufferPrototypeGetDetached(DataViewPrototypeGetBuffer(view)) ? 0 : DataViewPrototypeGetByteLength(view);
}

function byteOffsetOf(view) {
  return TypedArrayPrototypeGetSymbolToStringTag(view) === undefined ? DataViewPrototypeGetByteOffset(view) :
    TypedArrayPrototypeGetByteOffset(view);
}

function viewConstructor(view) {
  const name = TypedArrayPrototypeGetSymbolToStringTag(view);
  if (name === undefined) return DataView;
  // A Buffer comes back as one.
  const { Buffer } = require('internal/buffer/buffer');
  return name === 'Uint8Array' && view instanceof Buffer ? require('internal/buffer/fast_buffer').FastBuffer : CONSTRUCTORS[name];
}

const {
  BigInt64Array, BigUint64Array, DataView, Float16Array, Float32Array, Float64Array, Int16Array, Int32Array, Int8Array, Uint16Array,
  Uint32Array, Uint8ClampedArray,
} = primordials;
const CONSTRUCTORS = {
  __proto__: null, BigInt64Array, BigUint64Array, Float16Array, Float32Array, Float64Array, Int16Array, Int32Array, Int8Array,
  Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray,
};

module.exports = {
  ByteControllerState, ReadableByteStreamController, ReadableStreamBYOBRequest, bufferOf, byobRequestOf, byteLengthOf, closeController,
  enqueue, failController, faceOf, pullInto, respond, respondWithNewView, viewConstructor,
};
