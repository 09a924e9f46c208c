'use strict';

// Writable: a sink of chunks. One `_write` is under way at a time; what is written meanwhile waits
// in `buffered`. 'drain' says that a buffer over its mark is empty again; 'prefinish', `_final`
// and 'finish' follow `end()` once everything is written.

const {
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  Error,
  FunctionPrototypeCall,
  FunctionPrototypeSymbolHasInstance,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  Promise,
  Symbol,
  SymbolAsyncDispose,
  SymbolHasInstance,
} = primordials;

const EventEmitter = require('events');
const {
  AbortError,
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_METHOD_NOT_IMPLEMENTED,
    ERR_MULTIPLE_CALLBACK,
    ERR_STREAM_ALREADY_FINISHED,
    ERR_STREAM_CANNOT_PIPE,
    ERR_STREAM_DESTROYED,
    ERR_STREAM_NULL_VALUES,
    ERR_STREAM_WRITE_AFTER_END,
    ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const { isArrayBufferView } = require('internal/util/views');
const { Stream } = require('internal/stream/legacy');
const { getDefaultHighWaterMark, highWaterMarkOf } = require('internal/stream/high_water_mark');
const { construct, destroy, failStream, undestroy } = require('internal/stream/destroy');
const { buffers } = require('internal/buffer/late');

const endCallbacks = Symbol('kOnFinished');
// Whose state it is, and what `_write` calls back, which is made for the first write.
const kStream = Symbol('stream');
const kOnWrite = Symbol('onwrite');
const SPLICE_BUFFERED_AT = 256;
// What streams share that have nothing to write or nobody to tell of the end. Nothing is ever put into it.
const NONE = [];
const nothing = () => {};

function WritableState(options, stream, isDuplex) {
  this.objectMode = !!(options && (options.objectMode || (isDuplex && options.writableObjectMode)));
  this.highWaterMark = options ?
    highWaterMarkOf(this.objectMode, options, 'writableHighWaterMark', isDuplex) :
    getDefaultHighWaterMark(false);
  this.finalCalled = false;
  this.needDrain = false;
  this.ending = false;
  this.ended = false;
  this.finished = false;
  this.destroyed = false;
  this.decodeStrings = !(options && options.decodeStrings === false);
  this.defaultEncoding = options?.defaultEncoding || 'utf8';
  this.length = 0;
  this.writing = false;
  this.corked = 0;
  // Whether `_write` is on the stack: its callback must not run user code before it returned.
  this.sync = true;
  this.bufferProcessing = false;
  this[kStream] = stream;
  this[kOnWrite] = null;
  this.writecb = null;
  this.writelen = 0;
  this.afterWriteTickInfo = null;
  this.afterWritePending = false;
  resetBuffered(this);
  this.pendingcb = 0;
  this.constructed = true;
  this.prefinished = false;
  this.errorEmitted = false;
  this.emitClose = !options || options.emitClose !== false;
  this.autoDestroy = !options || options.autoDestroy !== false;
  this.errored = null;
  this.closed = false;
  this.closeEmitted = false;
  this[endCallbacks] = NONE;
}

WritableState.prototype.getBuffer = function getBuffer() {
  return ArrayPrototypeSlice(this.buffered, this.bufferedIndex);
};

ObjectDefineProperty(WritableState.prototype, 'onwrite', {
  __proto__: null,
  get() {
    const stream = this[kStream];
    return this[kOnWrite] ??= (error) => onWritten(stream, error);
  },
});

ObjectDefineProperty(WritableState.prototype, 'bufferedRequestCount', {
  __proto__: null,
  get() { return this.buffered.length - this.bufferedIndex; },
});

function resetBuffered(state) {
  state.buffered = NONE;
  state.bufferedIndex = 0;
  state.allBuffers = true;
  state.allNoop = true;
}

function Writable(options) {
  const isDuplex = this instanceof require('internal/stream/duplex').Duplex;
  if (!isDuplex && !FunctionPrototypeSymbolHasInstance(Writable, this)) return new Writable(options);
  this._events ??= {
    close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined,
  };
  this._writableState = new WritableState(options, this, isDuplex);
  if (options) {
    if (typeof options.write === 'function') this._write = options.write;
    if (typeof options.writev === 'function') this._writev = options.writev;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.final === 'function') this._final = options.final;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) {
      require('internal/stream/abort_signal').attachAbortSignal(options.signal, this);
    }
  }
  Stream.call(this, options);
  if (this._construct != null) construct(this, () => afterConstruct(this));
}
ObjectSetPrototypeOf(Writable.prototype, Stream.prototype);
ObjectSetPrototypeOf(Writable, Stream);
Writable.WritableState = WritableState;

function afterConstruct(stream) {
  const state = stream._writableState;
  if (!state.writing) writeBuffered(stream, state);
  finishIfDone(stream, state);
}

// A Duplex is an instance of Writable though its prototype chain goes through Readable.
ObjectDefineProperty(Writable, SymbolHasInstance, {
  __proto__: null,
  value(object) {
    if (FunctionPrototypeSymbolHasInstance(this, object)) return true;
    if (this !== Writable) return false;
    return !!object && object._writableState instanceof WritableState;
  },
});

Writable.prototype.pipe = function pipe() {
  failStream(this, new ERR_STREAM_CANNOT_PIPE());
};

// Writing

// Accepts a chunk; answers an Error (already delivered) when it can not.
function acceptChunk(stream, chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (typeof callback !== 'function') callback = nothing;
  const state = stream._writableState;
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (!state.objectMode) {
    if (!encoding) {
      encoding = state.defaultEncoding;
    } else if (encoding !== 'buffer' && !buffers().isEncoding(encoding)) {
      throw new ERR_UNKNOWN_ENCODING(encoding);
    }
    if (typeof chunk === 'string') {
      if (state.decodeStrings) {
        chunk = buffers().from(chunk, encoding);
        encoding = 'buffer';
      }
    } else if (chunk instanceof buffers()) {
      encoding = 'buffer';
    } else if (isArrayBufferView(chunk)) {
      chunk = buffers().from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      encoding = 'buffer';
    } else {
      throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
  } else {
    encoding ||= state.defaultEncoding;
  }

  let error;
  if (state.ending) {
    error = new ERR_STREAM_WRITE_AFTER_END();
  } else if (state.destroyed) {
    error = new ERR_STREAM_DESTROYED('write');
  }
  if (error) {
    process.nextTick(callback, error);
    failStream(stream, error, true);
    return error;
  }
  state.pendingcb++;
  return takeChunk(stream, state, chunk, encoding, callback);
}

Writable.prototype.write = function write(chunk, encoding, callback) {
  return acceptChunk(this, chunk, encoding, callback) === true;
};
if (internalBinding('causes').lints) {
  Writable.prototype.write = require('internal/causes/growing_buffers').watchedWrite(Writable.prototype.write);
}

function takeChunk(stream, state, chunk, encoding, callback) {
  const length = state.objectMode ? 1 : chunk.length;
  state.length += length;
  if (state.writing || state.corked || state.errored || !state.constructed) {
    if (state.buffered === NONE) state.buffered = [];
    state.buffered.push({ chunk, encoding, callback });
    if (state.allBuffers && encoding !== 'buffer') state.allBuffers = false;
    if (state.allNoop && callback !== nothing) state.allNoop = false;
  } else {
    state.writelen = length;
    state.writecb = callback;
    state.writing = true;
    state.sync = true;
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  }
  // Asked after the write: a chunk that was taken at once fills nothing.
  const hasRoom = state.length < state.highWaterMark || state.length === 0;
  if (!hasRoom) state.needDrain = true;
  return hasRoom && !state.errored && !state.destroyed;
}

function startWrite(stream, state, many, length, chunk, encoding, callback) {
  state.writelen = length;
  state.writecb = callback;
  state.writing = true;
  state.sync = true;
  if (state.destroyed) {
    state.onwrite(new ERR_STREAM_DESTROYED('write'));
  } else if (many) {
    stream._writev(chunk, state.onwrite);
  } else {
    stream._write(chunk, encoding, state.onwrite);
  }
  state.sync = false;
}

function onWritten(stream, error) {
  const state = stream._writableState;
  const { sync, writecb: callback } = state;
  if (typeof callback !== 'function') {
    failStream(stream, new ERR_MULTIPLE_CALLBACK());
    return;
  }
  state.writing = false;
  state.writecb = null;
  state.length -= state.writelen;
  state.writelen = 0;

  if (error) {
    if (!state.errored) state.errored = error;
    if (stream._readableState && !stream._readableState.errored) {
      stream._readableState.errored = error;
    }
    if (sync) {
      process.nextTick(settleFailure, stream, state, error, callback);
    } else {
      settleFailure(stream, state, error, callback);
    }
    return;
  }

  if (state.buffered.length > state.bufferedIndex) writeBuffered(stream, state);
  if (!sync) {
    settleWrites(stream, state, 1, callback);
  } else if (callback === nothing) {
    // Nobody waits for this write: a tick is needed only to say 'drain' or to clean up.
    const drains = state.needDrain && state.length === 0;
    if (!state.afterWritePending && (drains || state.destroyed)) {
      state.afterWritePending = true;
      process.nextTick(settleWrites, stream, state, 1, callback);
    } else {
      state.pendingcb--;
      if (state.ending) finishIfDone(stream, state, true);
    }
  } else if (state.afterWriteTickInfo !== null && state.afterWriteTickInfo.callback === callback) {
    state.afterWriteTickInfo.count++;
  } else {
    state.afterWriteTickInfo = { count: 1, callback, stream, state };
    process.nextTick(settleInTick, state.afterWriteTickInfo);
    state.afterWritePending = true;
  }
}

function settleFailure(stream, state, error, callback) {
  --state.pendingcb;
  callback(error);
  failBuffered(state);
  failStream(stream, error);
}

function settleInTick({ stream, state, count, callback }) {
  state.afterWriteTickInfo = null;
  settleWrites(stream, state, count, callback);
}

function settleWrites(stream, state, count, callback) {
  state.afterWritePending = false;
  if (!state.ending && !stream.destroyed && state.length === 0 && state.needDrain) {
    state.needDrain = false;
    stream.emit('drain');
  }
  while (count-- > 0) {
    state.pendingcb--;
    callback(null);
  }
  if (state.destroyed) failBuffered(state);
  if (state.ending) finishIfDone(stream, state, true);
}

// Tells everybody who waits in the buffer or for the end that it will not happen.
function failBuffered(state) {
  if (state.writing) return;
  for (let i = state.bufferedIndex; i < state.buffered.length; i++) {
    const { chunk, callback } = state.buffered[i];
    state.length -= state.objectMode ? 1 : chunk.length;
    callback(state.errored ?? new ERR_STREAM_DESTROYED('write'));
  }
  callEndCallbacks(state, state.errored ?? new ERR_STREAM_DESTROYED('end'));
  resetBuffered(state);
}

function callEndCallbacks(state, error) {
  const callbacks = state[endCallbacks];
  state[endCallbacks] = NONE;
  for (let i = 0; i < callbacks.length; i++) callbacks[i](error);
}

function writeBuffered(stream, state) {
  if (state.corked || state.bufferProcessing || state.destroyed || !state.constructed) return;
  const { buffered, bufferedIndex, objectMode } = state;
  const count = buffered.length - bufferedIndex;
  if (count === 0) return;
  let index = bufferedIndex;
  state.bufferProcessing = true;
  if (count > 1 && stream._writev) {
    state.pendingcb -= count - 1;
    const callback = state.allNoop ? nothing : (error) => {
      for (let i = index; i < buffered.length; i++) buffered[i].callback(error);
    };
    const chunks = state.allNoop && index === 0 ? buffered : ArrayPrototypeSlice(buffered, index);
    chunks.allBuffers = state.allBuffers;
    startWrite(stream, state, true, state.length, chunks, '', callback);
    resetBuffered(state);
  } else {
    do {
      const { chunk, encoding, callback } = buffered[index];
      buffered[index++] = null;
      startWrite(stream, state, false, objectMode ? 1 : chunk.length, chunk, encoding, callback);
    } while (index < buffered.length && !state.writing);
    if (index === buffered.length) {
      resetBuffered(state);
    } else if (index > SPLICE_BUFFERED_AT) {
      ArrayPrototypeSplice(buffered, 0, index);
      state.bufferedIndex = 0;
    } else {
      state.bufferedIndex = index;
    }
  }
  state.bufferProcessing = false;
}

Writable.prototype._write = function(chunk, encoding, callback) {
  if (!this._writev) throw new ERR_METHOD_NOT_IMPLEMENTED('_write()');
  this._writev([{ chunk, encoding }], callback);
};
Writable.prototype._writev = null;

Writable.prototype.cork = function cork() {
  this._writableState.corked++;
};

Writable.prototype.uncork = function uncork() {
  const state = this._writableState;
  if (!state.corked) return;
  state.corked--;
  if (!state.writing) writeBuffered(this, state);
};

Writable.prototype.setDefaultEncoding = function setDefaultEncoding(encoding) {
  if (typeof encoding === 'string') encoding = encoding.toLowerCase();
  if (!buffers().isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

// Ending

Writable.prototype.end = function end(chunk, encoding, callback) {
  const state = this._writableState;
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  let error;
  if (chunk !== null && chunk !== undefined) {
    const result = acceptChunk(this, chunk, encoding);
    if (result instanceof Error) error = result;
  }
  if (state.corked) {
    state.corked = 1;
    this.uncork();
  }
  if (error) {
    // Already delivered; only the callback is left to tell.
  } else if (!state.errored && !state.ending) {
    state.ending = true;
    finishIfDone(this, state, true);
    state.ended = true;
  } else if (state.finished) {
    error = new ERR_STREAM_ALREADY_FINISHED('end');
  } else if (state.destroyed) {
    error = new ERR_STREAM_DESTROYED('end');
  }
  if (typeof callback === 'function') {
    if (error) {
      process.nextTick(callback, error);
    } else if (state.errored) {
      process.nextTick(callback, state.errored);
    } else if (state.finished) {
      process.nextTick(callback);
    } else {
      if (state[endCallbacks] === NONE) state[endCallbacks] = [];
      state[endCallbacks].push(callback);
    }
  }
  return this;
};

function isReadyToFinish(state) {
  return state.ending && !state.destroyed && state.constructed && state.length === 0 &&
    !state.errored && state.buffered.length === 0 && !state.finished && !state.writing &&
    !state.errorEmitted && !state.closeEmitted;
}

function runFinal(stream, state) {
  let called = false;
  function onFinal(error) {
    if (called) {
      failStream(stream, error ?? new ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    state.pendingcb--;
    if (error) {
      callEndCallbacks(state, error);
      failStream(stream, error, state.sync);
    } else if (isReadyToFinish(state)) {
      state.prefinished = true;
      stream.emit('prefinish');
      // Counted so that a second finish can not slip in before the tick.
      state.pendingcb++;
      process.nextTick(finish, stream, state);
    }
  }
  state.sync = true;
  state.pendingcb++;
  try {
    stream._final(onFinal);
  } catch (error) {
    onFinal(error);
  }
  state.sync = false;
}

function prefinish(stream, state) {
  if (state.prefinished || state.finalCalled) return;
  if (typeof stream._final === 'function' && !state.destroyed) {
    state.finalCalled = true;
    runFinal(stream, state);
  } else {
    state.prefinished = true;
    stream.emit('prefinish');
  }
}

function finishIfDone(stream, state, sync) {
  if (!isReadyToFinish(state)) return;
  prefinish(stream, state);
  if (state.pendingcb !== 0) return;
  if (sync) {
    state.pendingcb++;
    process.nextTick(() => {
      if (isReadyToFinish(state)) {
        finish(stream, state);
      } else {
        state.pendingcb--;
      }
    });
  } else if (isReadyToFinish(state)) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function finish(stream, state) {
  state.pendingcb--;
  state.finished = true;
  callEndCallbacks(state, null);
  stream.emit('finish');
  if (!state.autoDestroy) return;
  // A duplex lives until its readable side is done as well.
  const readable = stream._readableState;
  if (!readable || (readable.autoDestroy && (readable.endEmitted || readable.readable === false))) {
    stream.destroy();
  }
}

Writable.prototype.destroy = function(error, callback) {
  const state = this._writableState;
  if (!state.destroyed && (state.bufferedIndex < state.buffered.length || state[endCallbacks].length)) {
    process.nextTick(failBuffered, state);
  }
  FunctionPrototypeCall(destroy, this, error, callback);
  return this;
};
Writable.prototype._undestroy = undestroy;
Writable.prototype._destroy = function(error, callback) {
  callback(error);
};
Writable.prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};
Writable.prototype[SymbolAsyncDispose] = async function() {
  if (!this.destroyed) {
    this.destroy(this.writableFinished ? null : new AbortError());
    const { finished } = require('internal/stream/finished');
    await new Promise((resolve, reject) => {
      finished(this, (error) => (error && error.name !== 'AbortError' ? reject(error) : resolve(null)));
    });
  }
};

const accessor = (get, set) => ({ __proto__: null, configurable: false, enumerable: false, get, set });

ObjectDefineProperties(Writable.prototype, {
  closed: accessor(function() { return this._writableState ? this._writableState.closed : false; }),
  destroyed: accessor(
    function() { return this._writableState ? this._writableState.destroyed : false; },
    function(value) { if (this._writableState) this._writableState.destroyed = value; }),
  writable: accessor(function() {
    const state = this._writableState;
    return !!state && state.writable !== false && !state.destroyed && !state.errored &&
      !state.ending && !state.ended;
  }, function(value) {
    if (this._writableState) this._writableState.writable = !!value;
  }),
  writableFinished: accessor(function() { return this._writableState ? this._writableState.finished : false; }),
  writableObjectMode: accessor(function() { return this._writableState ? this._writableState.objectMode : false; }),
  writableBuffer: accessor(function() { return this._writableState?.getBuffer(); }),
  writableEnded: accessor(function() { return this._writableState ? this._writableState.ending : false; }),
  writableNeedDrain: accessor(function() {
    const state = this._writableState;
    return state ? !state.destroyed && !state.ending && state.needDrain : false;
  }),
  writableHighWaterMark: accessor(function() { return this._writableState?.highWaterMark; }),
  writableCorked: accessor(function() { return this._writableState ? this._writableState.corked : 0; }),
  writableLength: accessor(function() { return this._writableState?.length; }),
  errored: accessor(function() { return this._writableState ? this._writableState.errored : null; }),
  writableAborted: accessor(function() {
    const state = this._writableState;
    return !!(state.writable !== false && (state.destroyed || state.errored) && !state.finished);
  }),
});

Writable.fromWeb = function fromWeb(writableStream, options) {
  return require('internal/stream/web_adapters').writableFromWeb(writableStream, options);
};
Writable.toWeb = function toWeb(streamWritable) {
  return require('internal/stream/web_adapters').writableToWeb(streamWritable);
};

module.exports = { Writable };
