'use strict';

// Readable: a source of chunks, pushed by `_read` and taken by 'data', by `read()` or by
// `for await`. This file holds the state machine; piping is in pipe.js, iteration in
// async_iterator.js, the array-like helpers in operators.js.
//
// `flowing` has three values: null (nobody listens yet), true (chunks go out as they come),
// false (somebody paused it or reads on 'readable').

const {
  ArrayPrototypeForEach,
  ArrayPrototypeUnshift,
  FunctionPrototypeBind,
  FunctionPrototypeCall,
  NumberIsInteger,
  NumberIsNaN,
  NumberParseInt,
  ObjectDefineProperties,
  ObjectKeys,
  ObjectSetPrototypeOf,
  Promise,
  ReflectApply,
  Symbol,
  SymbolAsyncDispose,
  SymbolAsyncIterator,
} = primordials;

const EventEmitter = require('events');
const {
  AbortError,
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_METHOD_NOT_IMPLEMENTED,
    ERR_OUT_OF_RANGE,
    ERR_STREAM_PUSH_AFTER_EOF,
    ERR_STREAM_UNSHIFT_AFTER_END_EVENT,
  },
} = require('internal/errors');
const { isArrayBufferView } = require('internal/util/views');
const { validateObject } = require('internal/validators');
const { BufferList } = require('internal/stream/buffer_list');
const { Stream } = require('internal/stream/legacy');
const { getDefaultHighWaterMark, highWaterMarkOf } = require('internal/stream/high_water_mark');
const { construct, destroy, failStream, undestroy } = require('internal/stream/destroy');
const { buffers } = require('internal/buffer/late');

const pausedByHand = Symbol('kPaused');
const MAX_HIGH_WATER_MARK = 0x40000000;
// The destinations of every stream that has none. Nothing is ever put into it.
const NOWHERE = [];
const { on: addListener } = Stream.prototype;

function ReadableState(options, isDuplex) {
  this.objectMode = !!(options && (options.objectMode || (isDuplex && options.readableObjectMode)));
  this.highWaterMark = options ?
    highWaterMarkOf(this.objectMode, options, 'readableHighWaterMark', isDuplex) :
    getDefaultHighWaterMark(false);
  this.buffer = new BufferList();
  this.length = 0;
  this.pipes = NOWHERE;
  this.flowing = null;
  this.ended = false;
  this.endEmitted = false;
  this.reading = false;
  this.constructed = true;
  // Whether `_read` is on the stack: what it pushes then must not be emitted at once.
  this.sync = true;
  this.needReadable = false;
  this.emittedReadable = false;
  this.readableListening = false;
  this.resumeScheduled = false;
  this.errorEmitted = false;
  this.emitClose = !options || options.emitClose !== false;
  this.autoDestroy = !options || options.autoDestroy !== false;
  this.destroyed = false;
  this.errored = null;
  this.closed = false;
  this.closeEmitted = false;
  this.defaultEncoding = options?.defaultEncoding || 'utf8';
  // The destinations whose buffers are full: one, or a set when there are several pipes.
  this.awaitDrainWriters = null;
  this.multiAwaitDrain = false;
  this.readingMore = false;
  this.dataEmitted = false;
  this.decoder = null;
  this.encoding = null;
  this[pausedByHand] = null;
  if (options?.encoding) useEncoding(this, options.encoding);
}

function useEncoding(state, encoding) {
  const { StringDecoder } = require('string_decoder');
  state.decoder = new StringDecoder(encoding);
  state.encoding = state.decoder.encoding;
}

function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  const isDuplex = this instanceof require('internal/stream/duplex').Duplex;
  this._events ??= {
    close: undefined, error: undefined, data: undefined, end: undefined, readable: undefined,
  };
  this._readableState = new ReadableState(options, isDuplex);
  if (options) {
    if (typeof options.read === 'function') this._read = options.read;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal && !isDuplex) {
      require('internal/stream/abort_signal').attachAbortSignal(options.signal, this);
    }
  }
  Stream.call(this, options);
  if (this._construct != null) {
    construct(this, () => {
      if (this._readableState.needReadable) readAhead(this, this._readableState);
    });
  }
}
ObjectSetPrototypeOf(Readable.prototype, Stream.prototype);
ObjectSetPrototypeOf(Readable, Stream);

Readable.ReadableState = ReadableState;
Readable.prototype.destroy = destroy;
Readable.prototype._undestroy = undestroy;
Readable.prototype._destroy = function(error, callback) {
  callback(error);
};
Readable.prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};
Readable.prototype[SymbolAsyncDispose] = function() {
  let error;
  if (!this.destroyed) {
    error = this.readableEnded ? null : new AbortError();
    this.destroy(error);
  }
  const { finished } = require('internal/stream/finished');
  return new Promise((resolve, reject) => {
    finished(this, (outcome) => (outcome && outcome !== error ? reject(outcome) : resolve(null)));
  });
};

// Chunks in

// Whether the source should go on pushing.
Readable.prototype.push = function push(chunk, encoding) {
  return addToBuffer(this, chunk, encoding, false);
};
if (internalBinding('causes').lints) {
  Readable.prototype.push = require('internal/causes/growing_buffers').watchedPush(Readable.prototype.push);
}
Readable.prototype.unshift = function unshift(chunk, encoding) {
  return addToBuffer(this, chunk, encoding, true);
};

function addToBuffer(stream, chunk, encoding, toFront) {
  const state = stream._readableState;
  if (!state.objectMode && chunk != null) {
    if (typeof chunk === 'string') {
      encoding ||= state.defaultEncoding;
      if (state.encoding !== encoding) {
        chunk = buffers().from(chunk, encoding);
        encoding = '';
        // What goes back to the front has been decoded once already.
        if (toFront && state.encoding) chunk = chunk.toString(state.encoding);
      }
    } else if (chunk instanceof buffers()) {
      encoding = '';
    } else if (isArrayBufferView(chunk)) {
      chunk = buffers().from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      encoding = '';
    } else {
      failStream(stream, new ERR_INVALID_ARG_TYPE(
        'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk));
      return false;
    }
  }
  if (chunk == null && (chunk === null || !state.objectMode)) {
    if (chunk === undefined) {
      if (!toFront) {
        state.reading = false;
        readAhead(stream, state);
      }
      return hasRoom(state);
    }
    state.reading = false;
    onEndOfSource(stream, state);
    return false;
  }
  if (!state.objectMode && chunk.length === 0) {
    if (!toFront) {
      state.reading = false;
      readAhead(stream, state);
    }
    return hasRoom(state);
  }
  if (toFront) {
    if (state.endEmitted) {
      failStream(stream, new ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
      return hasRoom(state);
    }
    if (state.destroyed || state.errored) return false;
    deliver(stream, state, chunk, true);
    return hasRoom(state);
  }
  if (state.ended) {
    failStream(stream, new ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  if (state.destroyed || state.errored) return false;
  state.reading = false;
  if (state.decoder && !encoding) {
    chunk = state.decoder.write(chunk);
    if (!state.objectMode && chunk.length === 0) {
      readAhead(stream, state);
      return hasRoom(state);
    }
  }
  deliver(stream, state, chunk, false);
  return hasRoom(state);
}

const hasRoom = (state) =>
  !state.ended && (state.length < state.highWaterMark || state.length === 0);

function deliver(stream, state, chunk, toFront) {
  if (state.flowing && state.length === 0 && !state.sync && stream.listenerCount('data') > 0) {
    noDrainAwaited(state);
    state.dataEmitted = true;
    stream.emit('data', chunk);
  } else {
    state.length += state.objectMode ? 1 : chunk.length;
    if (toFront) {
      state.buffer.unshift(chunk);
    } else {
      state.buffer.push(chunk);
    }
    if (state.needReadable) announce(stream);
  }
  readAhead(stream, state);
}

function noDrainAwaited(state) {
  if (state.multiAwaitDrain) {
    state.awaitDrainWriters.clear();
  } else {
    state.awaitDrainWriters = null;
  }
}

function onEndOfSource(stream, state) {
  if (state.ended) return;
  if (state.decoder) {
    const rest = state.decoder.end();
    if (rest && rest.length) {
      state.buffer.push(rest);
      state.length += state.objectMode ? 1 : rest.length;
    }
  }
  state.ended = true;
  if (state.sync) {
    // Before anybody has read, nobody is told.
    if (state.needReadable || state.flowing) announce(stream);
  } else {
    state.needReadable = false;
    state.emittedReadable = true;
    announceNow(stream);
  }
}

Readable.prototype.setEncoding = function setEncoding(encoding) {
  const state = this._readableState;
  useEncoding(state, encoding);
  // What is already there was pushed as bytes; decode it so that `length` counts characters.
  let content = '';
  ArrayPrototypeForEach(state.buffer.toArray(), (chunk) => { content += state.decoder.write(chunk); });
  state.buffer.clear();
  if (content !== '') state.buffer.push(content);
  state.length = content.length;
  return this;
};

// Chunks out

function raisedHighWaterMark(size) {
  if (size > MAX_HIGH_WATER_MARK) throw new ERR_OUT_OF_RANGE('size', '<= 1GiB', size);
  let mark = 1;
  while (mark < size) mark *= 2;
  return mark;
}

function amountToTake(size, state) {
  if (size <= 0 || (state.length === 0 && state.ended)) return 0;
  if (state.objectMode) return 1;
  if (NumberIsNaN(size)) {
    // One chunk at a time, but paused text comes as a whole.
    const whole = state.decoder !== null && !state.flowing;
    return whole || state.length === 0 ? state.length : state.buffer.first().length;
  }
  if (size <= state.length) return size;
  return state.ended ? state.length : 0;
}

Readable.prototype.read = function read(size) {
  if (size === undefined) {
    size = NaN;
  } else if (!NumberIsInteger(size)) {
    size = NumberParseInt(size, 10);
  }
  const state = this._readableState;
  const asked = size;
  if (size > state.highWaterMark) state.highWaterMark = raisedHighWaterMark(size);
  if (size !== 0) state.emittedReadable = false;

  // read(0) on a full or ended stream only announces what is there.
  if (size === 0 && state.needReadable &&
      ((state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0) ||
       state.ended)) {
    if (state.length === 0 && state.ended) {
      endSoon(this);
    } else {
      announce(this);
    }
    return null;
  }

  size = amountToTake(size, state);
  if (size === 0 && state.ended) {
    if (state.length === 0) endSoon(this);
    return null;
  }

  const wanted = state.needReadable || state.length === 0 ||
    state.length - size < state.highWaterMark;
  if (wanted && !state.ended && !state.reading && !state.destroyed && !state.errored &&
      state.constructed) {
    state.reading = true;
    state.sync = true;
    if (state.length === 0) state.needReadable = true;
    try {
      this._read(state.highWaterMark);
    } catch (error) {
      failStream(this, error);
    }
    state.sync = false;
    // A synchronous push changed what can be had.
    if (!state.reading) size = amountToTake(asked, state);
  }

  const chunk = size > 0 ? takeFromBuffer(size, state) : null;
  if (chunk === null) {
    state.needReadable = state.length <= state.highWaterMark;
    size = 0;
  } else {
    state.length -= size;
    noDrainAwaited(state);
  }
  if (state.length === 0) {
    if (!state.ended) state.needReadable = true;
    if (asked !== size && state.ended) endSoon(this);
  }
  if (chunk !== null && !state.errorEmitted && !state.closeEmitted) {
    state.dataEmitted = true;
    this.emit('data', chunk);
  }
  return chunk;
};

function takeFromBuffer(size, state) {
  if (state.length === 0) return null;
  if (state.objectMode) return state.buffer.shift();
  const isText = state.decoder !== null;
  return !size || size >= state.length ?
    state.buffer.concat(isText, state.length) :
    state.buffer.consume(size, isText);
}

function announce(stream) {
  const state = stream._readableState;
  state.needReadable = false;
  if (state.emittedReadable) return;
  state.emittedReadable = true;
  process.nextTick(announceNow, stream);
}

function announceNow(stream) {
  const state = stream._readableState;
  if (!state.destroyed && !state.errored && (state.length || state.ended)) {
    stream.emit('readable');
    state.emittedReadable = false;
  }
  state.needReadable = !state.flowing && !state.ended && state.length <= state.highWaterMark;
  pour(stream);
}

// Fills the buffer up to its mark, in a tick of its own so that one push does not read on and on.
function readAhead(stream, state) {
  if (state.readingMore || !state.constructed) return;
  state.readingMore = true;
  process.nextTick(readMore, stream, state);
}

function readMore(stream, state) {
  while (!state.reading && !state.ended &&
         (state.length < state.highWaterMark || (state.flowing && state.length === 0))) {
    const before = state.length;
    stream.read(0);
    if (before === state.length) break;
  }
  state.readingMore = false;
}

Readable.prototype._read = function(size) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('_read()');
};

// Listening

Readable.prototype.on = function on(event, listener) {
  const result = FunctionPrototypeCall(addListener, this, event, listener);
  const state = this._readableState;
  if (event === 'data') {
    state.readableListening = this.listenerCount('readable') > 0;
    // A stream that was paused by hand stays paused.
    if (state.flowing !== false) this.resume();
  } else if (event === 'readable' && !state.endEmitted && !state.readableListening) {
    state.readableListening = state.needReadable = true;
    state.flowing = false;
    state.emittedReadable = false;
    // An end that came before anybody listened is told of now.
    if (state.length || state.ended) announce(this);
    if (!state.length && !state.reading) process.nextTick(readNothing, this);
  }
  return result;
};
Readable.prototype.addListener = Readable.prototype.on;

function readNothing(stream) {
  stream.read(0);
}

Readable.prototype.removeListener = function removeListener(event, listener) {
  const result = FunctionPrototypeCall(Stream.prototype.removeListener, this, event, listener);
  // In a tick, so that 'readable' removed and added again in one turn changes nothing.
  if (event === 'readable') process.nextTick(reconsiderFlow, this);
  return result;
};
Readable.prototype.off = Readable.prototype.removeListener;

Readable.prototype.removeAllListeners = function removeAllListeners(event) {
  const result = Stream.prototype.removeAllListeners.apply(this, arguments);
  if (event === 'readable' || event === undefined) process.nextTick(reconsiderFlow, this);
  return result;
};

function reconsiderFlow(stream) {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount('readable') > 0;
  if (state.resumeScheduled && state[pausedByHand] === false) {
    state.flowing = true;
  } else if (stream.listenerCount('data') > 0) {
    stream.resume();
  } else if (!state.readableListening) {
    state.flowing = null;
  }
}

Readable.prototype.resume = function resume() {
  const state = this._readableState;
  if (state.destroyed) return this;
  if (!state.flowing) {
    state.flowing = !state.readableListening;
    if (!state.resumeScheduled) {
      state.resumeScheduled = true;
      process.nextTick(resumeNow, this, state);
    }
  }
  state[pausedByHand] = false;
  return this;
};

function resumeNow(stream, state) {
  if (!state.reading) stream.read(0);
  state.resumeScheduled = false;
  stream.emit('resume');
  pour(stream);
  if (state.flowing && !state.reading) stream.read(0);
}

Readable.prototype.pause = function pause() {
  const state = this._readableState;
  if (state.destroyed) return this;
  if (state.flowing !== false) {
    state.flowing = false;
    this.emit('pause');
  }
  state[pausedByHand] = true;
  return this;
};

Readable.prototype.isPaused = function isPaused() {
  return this._readableState[pausedByHand] === true || this._readableState.flowing === false;
};

function pour(stream) {
  const state = stream._readableState;
  while (state.flowing && stream.read() !== null);
}

// The end

function endSoon(stream) {
  const state = stream._readableState;
  if (state.endEmitted) return;
  state.ended = true;
  process.nextTick(emitEnd, state, stream);
}

function emitEnd(state, stream) {
  if (state.errored || state.closeEmitted || state.endEmitted || state.length !== 0) return;
  state.endEmitted = true;
  stream.emit('end');
  if (stream.writable && stream.allowHalfOpen === false) {
    process.nextTick(endWritableSide, stream);
  } else if (state.autoDestroy) {
    // A duplex lives until its writable side is done as well.
    const writable = stream._writableState;
    if (!writable || (writable.autoDestroy && (writable.finished || writable.writable === false))) {
      stream.destroy();
    }
  }
}

function endWritableSide(stream) {
  if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
}

// Pipes and iteration

Readable.prototype.pipe = function pipe(destination, options) {
  return require('internal/stream/pipe').pipe(this, destination, options);
};
Readable.prototype.unpipe = function unpipe(destination) {
  return require('internal/stream/pipe').unpipe(this, destination);
};

Readable.prototype[SymbolAsyncIterator] = function() {
  return require('internal/stream/async_iterator').iterate(this);
};
Readable.prototype.iterator = function iterator(options) {
  if (options !== undefined) validateObject(options, 'options');
  return require('internal/stream/async_iterator').iterate(this, options);
};

// Makes an old-style stream (only 'data', 'end', pause, resume) the source of this one.
Readable.prototype.wrap = function wrap(source) {
  let paused = false;
  source.on('data', (chunk) => {
    if (!this.push(chunk) && source.pause) {
      paused = true;
      source.pause();
    }
  });
  source.on('end', () => this.push(null));
  source.on('error', (error) => failStream(this, error));
  source.on('close', () => this.destroy());
  source.on('destroy', () => this.destroy());
  this._read = () => {
    if (paused && source.resume) {
      paused = false;
      source.resume();
    }
  };
  ArrayPrototypeForEach(ObjectKeys(source), (key) => {
    if (this[key] === undefined && typeof source[key] === 'function') {
      this[key] = FunctionPrototypeBind(source[key], source);
    }
  });
  return this;
};

Readable.from = function from(iterable, options) {
  return require('internal/stream/from').from(Readable, iterable, options);
};
Readable.wrap = function wrap(source, options) {
  return new Readable({
    objectMode: source.readableObjectMode ?? source.objectMode ?? true,
    ...options,
    destroy(error, callback) {
      require('internal/stream/destroy').destroyer(source, error);
      callback(error);
    },
  }).wrap(source);
};
Readable.fromWeb = function fromWeb(readableStream, options) {
  return require('internal/stream/web_adapters').readableFromWeb(readableStream, options);
};
Readable.toWeb = function toWeb(streamReadable, options) {
  return require('internal/stream/web_adapters').readableToWeb(streamReadable, options);
};
Readable._fromList = takeFromBuffer;

const accessor = (get, set) => ({ __proto__: null, configurable: false, enumerable: false, get, set });

ObjectDefineProperties(Readable.prototype, {
  readable: accessor(function() {
    const state = this._readableState;
    return !!state && state.readable !== false && !state.destroyed && !state.errorEmitted &&
      !state.endEmitted;
  }, function(value) {
    if (this._readableState) this._readableState.readable = !!value;
  }),
  readableDidRead: accessor(function() { return this._readableState.dataEmitted; }),
  readableAborted: accessor(function() {
    const state = this._readableState;
    return !!(state.readable !== false && (state.destroyed || state.errored) && !state.endEmitted);
  }),
  readableHighWaterMark: accessor(function() { return this._readableState.highWaterMark; }),
  readableBuffer: accessor(function() { return this._readableState?.buffer.toArray(); }),
  readableFlowing: accessor(
    function() { return this._readableState.flowing; },
    function(value) { if (this._readableState) this._readableState.flowing = value; }),
  readableLength: accessor(function() { return this._readableState.length; }),
  readableObjectMode: accessor(function() {
    return this._readableState ? this._readableState.objectMode : false;
  }),
  readableEncoding: accessor(function() {
    return this._readableState ? this._readableState.encoding : null;
  }),
  errored: accessor(function() { return this._readableState ? this._readableState.errored : null; }),
  closed: accessor(function() { return this._readableState ? this._readableState.closed : false; }),
  destroyed: accessor(
    function() { return this._readableState ? this._readableState.destroyed : false; },
    function(value) { if (this._readableState) this._readableState.destroyed = value; }),
  readableEnded: accessor(function() {
    return this._readableState ? this._readableState.endEmitted : false;
  }),
});

ObjectDefineProperties(ReadableState.prototype, {
  pipesCount: accessor(function() { return this.pipes.length; }),
  paused: accessor(
    function() { return this[pausedByHand] !== false; },
    function(value) { this[pausedByHand] = !!value; }),
});

function defineOperator(name) {
  Readable.prototype[name] = {
    [name](...args) {
      ArrayPrototypeUnshift(args, this);
      return ReflectApply(require('internal/stream/operators')[name], undefined, args);
    },
  }[name];
}
ArrayPrototypeForEach([
  'map', 'filter', 'forEach', 'toArray', 'some', 'every', 'find', 'flatMap', 'drop', 'take', 'reduce', 'compose',
], defineOperator);

module.exports = { Readable };
