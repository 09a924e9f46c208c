// A message that comes in: the request of a server, the response of a client.
//
// Most requests have no body, and most servers do not look whether one comes. So a message is made with what its head
// says and nothing else: headers are taken apart when they are looked at, and the state of the stream is made when it is
// first touched, which listening does. Whoever looks finds it as it would be had it been there from the beginning:
//
//   PENDING  more may come, or nobody knows yet
//   ENDED    the message is over and had no body
//   CLOSED   the message is over, and so is what was done with it: 'end' and 'close' would have been told
'use strict';

const {
  FunctionPrototypeCall,
  ObjectDefineProperties,
  ObjectSetPrototypeOf,
  StringPrototypeSlice,
  Symbol,
} = primordials;

const EventEmitter = require('events');
const { Readable } = require('internal/stream/readable');
const { addDistinct, addHeader, distinctOf, headersOf, headersOfHead, rawHeadersOf } = require('internal/http/headers');

const { ReadableState } = Readable;

const kState = Symbol('kState');
const kPhase = Symbol('kPhase');
const kHead = Symbol('kHead');
const kMaxPairs = Symbol('kMaxPairs');
const kRaw = Symbol('kRawHeaders');
const kHeaders = Symbol('kHeaders');
const kDistinct = Symbol('kHeadersDistinct');
const kRawTrailers = Symbol('kRawTrailers');
const kTrailers = Symbol('kTrailers');
const kTrailersDistinct = Symbol('kTrailersDistinct');
const kUrl = Symbol('kUrl');
const kUrlStart = Symbol('kUrlStart');
const kUrlEnd = Symbol('kUrlEnd');
const kHighWaterMark = Symbol('kHighWaterMark');
const kController = Symbol('kAbortController');

const PENDING = 0;
const ENDED = 1;
const CLOSED = 2;

function IncomingMessage(socket) {
  this[kState] = null;
  this[kPhase] = PENDING;
  this._eventsCount = 0;
  if (EventEmitter.usingDomains) FunctionPrototypeCall(EventEmitter, this);
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this[kHead] = '';
  this[kRaw] = null;
  this[kHeaders] = null;
  this[kUrl] = '';
  this.aborted = false;
  this.upgrade = null;
  this.method = null;
  this.statusCode = null;
  this.statusMessage = null;
  this.client = socket;
  this._consuming = false;
  this._dumped = false;
  if (socket?.readableHighWaterMark !== undefined) this[kHighWaterMark] = socket.readableHighWaterMark;
}
ObjectSetPrototypeOf(IncomingMessage.prototype, Readable.prototype);
ObjectSetPrototypeOf(IncomingMessage, Readable);

IncomingMessage.prototype.joinDuplicateHeaders = false;
IncomingMessage.prototype[kMaxPairs] = 0;
IncomingMessage.prototype[kHighWaterMark] = undefined;
IncomingMessage.prototype[kUrlStart] = 0;
IncomingMessage.prototype[kUrlEnd] = 0;
IncomingMessage.prototype[kDistinct] = null;
IncomingMessage.prototype[kRawTrailers] = null;
IncomingMessage.prototype[kTrailers] = null;
IncomingMessage.prototype[kTrailersDistinct] = null;
IncomingMessage.prototype[kController] = null;

// What a parser knows of the head.
function setHead(message, head, maxPairs) {
  message[kHead] = head;
  if (maxPairs !== 0) message[kMaxPairs] = maxPairs;
}

function setUrl(message, start, end) {
  message[kUrl] = undefined;
  message[kUrlStart] = start;
  message[kUrlEnd] = end;
}

function stateOf(message) {
  const state = message[kState] = new ReadableState({ highWaterMark: message[kHighWaterMark] }, false);
  message._events ??= { __proto__: null };
  // Nothing is read ahead before somebody reads.
  state.readingMore = true;
  const phase = message[kPhase];
  if (phase !== PENDING) state.ended = true;
  if (phase === CLOSED) {
    state.endEmitted = state.closeEmitted = state.closed = state.destroyed = true;
  }
  return state;
}

// The message is over.
function endMessage(message) {
  message.complete = true;
  if (message[kState] === null) message[kPhase] = ENDED;
  else message.push(null);
}

// Whether a body may be pushed as text: the program reads it as UTF-8, and no character is half there.
function takesText(message) {
  const state = message[kState];
  return state !== null && state !== undefined && state.encoding === 'utf8' && state.decoder.lastNeed === 0 &&
    message.push === Readable.prototype.push;
}

// Nobody has read it, and nobody will: the answer has gone out.
function dumpMessage(message) {
  if (message[kState] === null && message[kPhase] === ENDED) {
    message._dumped = true;
    message[kPhase] = CLOSED;
    return;
  }
  message._dump();
}

// Whether 'end' has been told, or would have been.
function hasEnded(message) {
  return message[kState] === null ? message[kPhase] === CLOSED : message[kState].endEmitted;
}

const accessor = (get, set) => ({ __proto__: null, configurable: true, enumerable: true, get, set });

ObjectDefineProperties(IncomingMessage.prototype, {
  _readableState: accessor(
    function() { return this[kState] === null ? stateOf(this) : this[kState]; },
    function(state) { this[kState] = state; }),
  connection: accessor(
    function() { return this.socket; },
    function(socket) { this.socket = socket; }),
  url: accessor(
    function() { return this[kUrl] ??= StringPrototypeSlice(this[kHead], this[kUrlStart], this[kUrlEnd]); },
    function(url) { this[kUrl] = url; }),
  rawHeaders: accessor(
    function() { return this[kRaw] ??= this[kHead] === '' ? [] : rawHeadersOf(this[kHead], this[kMaxPairs]); },
    function(list) { this[kRaw] = list; }),
  headers: accessor(
    function() { return this[kHeaders] ??= headersOfMessage(this); },
    function(headers) { this[kHeaders] = headers; }),
  headersDistinct: accessor(
    function() { return this[kDistinct] ??= distinctOf(this.rawHeaders); },
    function(headers) { this[kDistinct] = headers; }),
  rawTrailers: accessor(
    function() { return this[kRawTrailers] ??= []; },
    function(list) { this[kRawTrailers] = list; }),
  trailers: accessor(
    function() { return this[kTrailers] ??= headersOf(this.rawTrailers, this.joinDuplicateHeaders); },
    function(headers) { this[kTrailers] = headers; }),
  trailersDistinct: accessor(
    function() { return this[kTrailersDistinct] ??= distinctOf(this.rawTrailers); },
    function(headers) { this[kTrailersDistinct] = headers; }),
  // Aborts when the message is destroyed or its connection goes.
  signal: accessor(function() {
    if (this[kController] === null) {
      const controller = this[kController] = new AbortController();
      if (this.destroyed) controller.abort();
      else this.once('close', () => controller.abort());
    }
    return this[kController].signal;
  }),
});

function headersOfMessage(message) {
  const head = message[kHead];
  // Without a head they were added by hand.
  if (head === '') return headersOf(message.rawHeaders, message.joinDuplicateHeaders);
  return headersOfHead(head, message[kMaxPairs], message.joinDuplicateHeaders);
}

IncomingMessage.prototype.setTimeout = function setTimeout(ms, callback) {
  if (callback) this.on('timeout', callback);
  this.socket.setTimeout(ms);
  return this;
};

IncomingMessage.prototype._read = function _read() {
  if (!this._consuming) {
    this._readableState.readingMore = false;
    this._consuming = true;
  }
  // With the state still being made there is nothing that could have been held back.
  if (this.socket !== null && this.socket !== undefined && this.socket.readable) readStart(this.socket);
};

// Called by `destroy`. A message that is not over takes its connection with it.
IncomingMessage.prototype._destroy = function _destroy(error, callback) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit('aborted');
  }
  const { socket } = this;
  if (socket && !socket.destroyed && this.aborted) {
    socket.destroy(error);
    // The connection tells of its end before the message does.
    const cleanup = require('internal/stream/finished').finished(socket, (problem) => {
      if (problem?.code === 'ERR_STREAM_PREMATURE_CLOSE') problem = null;
      cleanup();
      process.nextTick(tellDestroyed, this, error || problem, callback);
    });
  } else if (error) {
    process.nextTick(tellDestroyed, this, error, callback);
  } else {
    callback(null);
  }
};

// An error that nobody listens for would end a program for what its peer did.
function tellDestroyed(message, error, callback) {
  callback(message.listenerCount('error') > 0 ? error : null);
}

IncomingMessage.prototype._addHeaderLines = function _addHeaderLines(headers, count) {
  if (!headers?.length) return;
  if (this.complete) {
    this.rawTrailers = headers;
    this[kTrailers] = null;
  } else {
    this.rawHeaders = headers;
    this[kHeaders] = null;
  }
};

IncomingMessage.prototype._addHeaderLine = function _addHeaderLine(field, value, headers) {
  addHeader(headers, field, value, this.joinDuplicateHeaders);
};

IncomingMessage.prototype._addHeaderLineDistinct = function _addHeaderLineDistinct(field, value, headers) {
  addDistinct(headers, field, value);
};

// Lets what still comes go nowhere.
IncomingMessage.prototype._dump = function _dump() {
  if (this._dumped) return;
  this._dumped = true;
  const state = this._readableState;
  this.removeAllListeners('data');
  if (state.ended && state.length === 0) this.read(0);
  else this.resume();
};

IncomingMessage.prototype._dumpAndCloseReadable = function _dumpAndCloseReadable() {
  this._dumped = true;
  const state = this._readableState;
  state.ended = state.endEmitted = state.destroyed = state.closed = state.closeEmitted = true;
};

function readStart(socket) {
  if (socket && !socket._paused && socket.readable) socket.resume();
}

function readStop(socket) {
  if (socket) socket.pause();
}

module.exports = {
  IncomingMessage, dumpMessage, endMessage, hasEnded, readStart, readStop, setHead, setUrl,
  takesText,
};
