// A message that goes out: the response of a server, the request of a client.
//
// It collects headers, renders the head once with the first byte of the body (or with its end, when the length is known),
// and writes to its socket if it has one; until then it keeps what it is given. Chunks of one turn go out as one.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  FunctionPrototypeCall,
  ObjectAssign,
  ObjectDefineProperties,
  ObjectKeys,
  ObjectSetPrototypeOf,
  ObjectValues,
  NumberPrototypeToString,
  Symbol,
} = primordials;

const { Stream } = require('internal/stream/legacy');
const EventEmitter = require('events');
const {
  codes: {
    ERR_HTTP_BODY_NOT_ALLOWED,
    ERR_HTTP_CONTENT_LENGTH_MISMATCH,
    ERR_HTTP_HEADERS_SENT,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_CHAR,
    ERR_METHOD_NOT_IMPLEMENTED,
    ERR_STREAM_ALREADY_FINISHED,
    ERR_STREAM_CANNOT_PIPE,
    ERR_STREAM_DESTROYED,
    ERR_STREAM_NULL_VALUES,
    ERR_STREAM_WRITE_AFTER_END,
  },
} = require('internal/errors');
const { validateString } = require('internal/validators');
const { isUint8Array } = require('internal/util/views');
const { getDefaultHighWaterMark } = require('internal/stream/high_water_mark');
const { lowerCase } = require('internal/http/headers');
const { kOutHeaders, kUniqueHeaders, renderHead } = require('internal/http/outgoing_head');
const { hasInvalidChar, validateHeaderName, validateHeaderValue } = require('internal/http/tokens');
const { buffers } = require('internal/buffer/late');

const kSocket = Symbol('kSocket');
const kErrored = Symbol('errored');
const kNeedDrain = Symbol('kNeedDrain');
const kCorked = Symbol('corked');
const kChunks = Symbol('kChunkedBuffer');
// The bytes of the body in them.
const kChunksLength = Symbol('kChunkedLength');
const kBytesWritten = Symbol('kBytesWritten');
const kHighWaterMark = Symbol('kHighWaterMark');
const kRejectsBody = Symbol('kRejectNonStandardBodyWrites');
const kIsFinished = Symbol('kWritableFinished');
const kEndCallbacks = Symbol('kEndCallbacks');
// Where a server's response may be sent past the stream of its socket.
const kDirect = Symbol('kDirectOutput');

const nothing = () => {};

function OutgoingMessage(options) {
  this._eventsCount = 0;
  if (EventEmitter.usingDomains) FunctionPrototypeCall(EventEmitter, this);
  this[kOutHeaders] = null;
  this._header = null;
  this._headerSent = false;
  this.finished = false;
  this.destroyed = false;
  this._last = false;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this._contentLength = null;
  this._hasBody = true;
  this._closed = false;
  this[kSocket] = null;
  this[kIsFinished] = false;
  this.outputSize = 0;
  if (options) {
    if (options.highWaterMark !== undefined) this[kHighWaterMark] = options.highWaterMark;
    if (options.rejectNonStandardBodyWrites) this[kRejectsBody] = true;
  }
}
ObjectSetPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
ObjectSetPrototypeOf(OutgoingMessage, Stream);

// What most messages never change.
const defaults = {
  writable: true,
  maxRequestsOnConnectionReached: false,
  _defaultKeepAlive: true,
  useChunkedEncodingByDefault: true,
  sendDate: false,
  _removedConnection: false,
  _removedContLen: false,
  _removedTE: false,
  strictContentLength: false,
  _trailer: '',
  _keepAliveTimeout: 0,
  _onPendingData: nothing,
  [kErrored]: null,
  [kNeedDrain]: false,
  [kCorked]: 0,
  [kChunks]: null,
  [kChunksLength]: 0,
  [kBytesWritten]: 0,
  [kRejectsBody]: false,
  [kEndCallbacks]: null,
  [kUniqueHeaders]: null,
  [kDirect]: null,
  _output: null,
};
ObjectAssign(OutgoingMessage.prototype, defaults);

OutgoingMessage.prototype._isLenientHeaderValidation = function _isLenientHeaderValidation() {
  return false;
};

const getter = (get, set) => ({ __proto__: null, configurable: true, enumerable: false, get, set });

ObjectDefineProperties(OutgoingMessage.prototype, {
  // What waits for a socket: entries of data, encoding, callback.
  outputData: getter(
    function() { return this._output ??= []; },
    function(list) { this._output = list; }),
  errored: getter(function() { return this[kErrored]; }),
  closed: getter(function() { return this._closed; }),
  writableFinished: getter(function() { return this[kIsFinished]; }),
  writableObjectMode: getter(function() { return false; }),
  writableLength: getter(function() {
    return this.outputSize + lengthOfChunks(this) + (this[kSocket] ? this[kSocket].writableLength : 0);
  }),
  writableHighWaterMark: getter(function() {
    return this[kSocket] ? this[kSocket].writableHighWaterMark : this[kHighWaterMark] ?? getDefaultHighWaterMark(false);
  }),
  writableCorked: getter(function() { return this[kCorked]; }),
  writableEnded: getter(function() { return this.finished; }),
  writableNeedDrain: getter(function() { return !this.destroyed && !this.finished && this[kNeedDrain]; }),
  headersSent: { ...getter(function() { return !!this._header; }), enumerable: true },
  connection: getter(
    function() { return this[kSocket]; },
    function(socket) { this.socket = socket; }),
  socket: getter(
    function() { return this[kSocket]; },
    function(socket) {
      // What was corked before there was a socket.
      for (let i = 0; i < this[kCorked]; i++) {
        this[kSocket]?.uncork();
        socket?.cork();
      }
      this[kSocket] = socket;
    }),
});

OutgoingMessage.prototype._renderHeaders = function _renderHeaders() {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('render');
  const headers = {};
  for (const key in this[kOutHeaders]) headers[this[kOutHeaders][key][0]] = this[kOutHeaders][key][1];
  return headers;
};

OutgoingMessage.prototype.cork = function cork() {
  this[kCorked]++;
  if (this[kSocket]) this[kSocket].cork();
};

OutgoingMessage.prototype.uncork = function uncork() {
  if (this[kCorked] > 0) this[kCorked]--;
  if (this[kSocket]) this[kSocket].uncork();
  if (this[kCorked] === 0) sendChunks(this);
};

OutgoingMessage.prototype.setTimeout = function setTimeout(ms, callback) {
  if (callback) this.on('timeout', callback);
  if (!this[kSocket]) {
    this.once('socket', function(socket) { socket.setTimeout(ms); });
  } else {
    this[kSocket].setTimeout(ms);
  }
  return this;
};

OutgoingMessage.prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this[kErrored] = error;
  if (this[kSocket]) {
    this[kSocket].destroy(error);
  } else {
    this.once('socket', function(socket) { socket.destroy(error); });
  }
  return this;
};

// Sending

// Writes, with the head before it if that has not gone yet.
OutgoingMessage.prototype._send = function _send(data, encoding, callback, byteLength) {
  const header = this._header;
  if (!this._headerSent && header !== null) {
    this._headerSent = true;
    // A head is Latin-1, whatever the body is.
    if (typeof data === 'string' && (encoding === 'latin1' ||
        ((encoding === 'utf8' || !encoding) && buffers().byteLength(header) === header.length))) {
      data = header + data;
    } else {
      this._writeRaw(header, 'latin1', undefined, header.length);
    }
  }
  return this._writeRaw(data, encoding, callback, byteLength);
};

OutgoingMessage.prototype._writeRaw = function _writeRaw(data, encoding, callback, size) {
  const socket = this[kSocket];
  if (socket?.destroyed) return false;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this._output !== null && this._output.length > 0) this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  ArrayPrototypePush(this.outputData, { data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < this.writableHighWaterMark;
};

OutgoingMessage.prototype._storeHeader = function _storeHeader(firstLine, headers) {
  const sendsAtOnce = renderHead(this, firstLine, headers);
  // Who expects an answer before the body must be heard first.
  if (sendsAtOnce) this._send('');
};

// Headers

// Objects of a constructor have one shape to begin with, which literals without a prototype have not.
function StoredHeaders() {}
StoredHeaders.prototype = { __proto__: null };

function storedHeaders(message) {
  return message[kOutHeaders] ??= new StoredHeaders();
}

OutgoingMessage.prototype.setHeader = function setHeader(name, value) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('set');
  validateHeaderName(name);
  validateHeaderValue(name, value, this._isLenientHeaderValidation());
  storedHeaders(this)[lowerCase(name)] = [name, value];
  return this;
};

OutgoingMessage.prototype.setHeaders = function setHeaders(headers) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('set');
  if (!headers || ArrayIsArray(headers) || typeof headers.keys !== 'function' || typeof headers.get !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
  }
  // A Headers object tells of each cookie alone.
  const cookies = [];
  headers.forEach((value, key) => {
    if (key !== 'set-cookie') {
      this.setHeader(key, value);
    } else if (ArrayIsArray(value)) {
      for (let i = 0; i < value.length; i++) ArrayPrototypePush(cookies, value[i]);
    } else {
      ArrayPrototypePush(cookies, value);
    }
  });
  if (cookies.length > 0) this.setHeader('set-cookie', cookies);
  return this;
};

OutgoingMessage.prototype.appendHeader = function appendHeader(name, value) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('append');
  validateHeaderName(name);
  validateHeaderValue(name, value, this._isLenientHeaderValidation());
  const headers = storedHeaders(this);
  const key = lowerCase(name);
  const entry = headers[key];
  if (entry === undefined) {
    headers[key] = [name, value];
    return this;
  }
  const list = ArrayIsArray(entry[1]) ? ArrayPrototypeSlice(entry[1]) : [entry[1]];
  if (ArrayIsArray(value)) for (let i = 0; i < value.length; i++) ArrayPrototypePush(list, value[i]);
  else ArrayPrototypePush(list, value);
  entry[1] = list;
  return this;
};

OutgoingMessage.prototype.getHeader = function getHeader(name) {
  validateString(name, 'name');
  return this[kOutHeaders]?.[lowerCase(name)]?.[1];
};

OutgoingMessage.prototype.getHeaderNames = function getHeaderNames() {
  return this[kOutHeaders] !== null ? ObjectKeys(this[kOutHeaders]) : [];
};

OutgoingMessage.prototype.getRawHeaderNames = function getRawHeaderNames() {
  const names = [];
  if (this[kOutHeaders] !== null) {
    const entries = ObjectValues(this[kOutHeaders]);
    for (let i = 0; i < entries.length; i++) ArrayPrototypePush(names, entries[i][0]);
  }
  return names;
};

OutgoingMessage.prototype.getHeaders = function getHeaders() {
  const headers = { __proto__: null };
  for (const key in this[kOutHeaders]) headers[key] = this[kOutHeaders][key][1];
  return headers;
};

OutgoingMessage.prototype.hasHeader = function hasHeader(name) {
  validateString(name, 'name');
  return this[kOutHeaders] !== null && this[kOutHeaders][lowerCase(name)] !== undefined;
};

OutgoingMessage.prototype.removeHeader = function removeHeader(name) {
  validateString(name, 'name');
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('remove');
  const key = lowerCase(name);
  // Those that are added by themselves stay away.
  if (key === 'connection') this._removedConnection = true;
  else if (key === 'content-length') this._removedContLen = true;
  else if (key === 'transfer-encoding') this._removedTE = true;
  else if (key === 'date') this.sendDate = false;
  if (this[kOutHeaders] !== null) delete this[kOutHeaders][key];
};

OutgoingMessage.prototype._implicitHeader = function _implicitHeader() {
  throw new ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

OutgoingMessage.prototype.addTrailers = function addTrailers(headers) {
  this._trailer = '';
  const isList = ArrayIsArray(headers);
  const keys = isList ? headers : ObjectKeys(headers);
  for (let i = 0; i < keys.length; i++) {
    const name = isList ? keys[i][0] : keys[i];
    const values = isList ? keys[i][1] : headers[name];
    validateHeaderName(name, 'Trailer name');
    const list = ArrayIsArray(values) && values.length > 1 && (!this[kUniqueHeaders]?.has(lowerCase(name))) ?
      values : [ArrayIsArray(values) ? values.join('; ') : values];
    for (let j = 0; j < list.length; j++) {
      if (hasInvalidChar(list[j], this._isLenientHeaderValidation())) throw new ERR_INVALID_CHAR('trailer content', name);
      this._trailer += name + ': ' + list[j] + '\r\n';
    }
  }
};

// The body

OutgoingMessage.prototype.write = function write(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const hasRoom = writeChunk(this, chunk, encoding, callback, false);
  if (!hasRoom) this[kNeedDrain] = true;
  return hasRoom;
};

function fail(message, error, callback) {
  if (!message.destroyed) process.nextTick(tellFailure, message, error, callback);
  else process.nextTick(callback ?? nothing, error);
}

function tellFailure(message, error, callback) {
  if (typeof callback === 'function') callback(error);
  message.emit('error', error);
}

function writeChunk(message, chunk, encoding, callback, isLast) {
  if (typeof callback !== 'function') callback = nothing;
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== 'string' && !isUint8Array(chunk)) {
    throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
  }
  let error;
  if (message.finished) error = new ERR_STREAM_WRITE_AFTER_END();
  else if (message.destroyed) error = new ERR_STREAM_DESTROYED('write');
  if (error !== undefined) {
    fail(message, error, callback);
    return false;
  }
  let length = -1;
  if (message.strictContentLength) {
    length = sizeOf(chunk, encoding);
    if (typeof message._contentLength === 'number' && !message._removedContLen && message._hasBody &&
        (isLast ? message[kBytesWritten] + length !== message._contentLength :
          message[kBytesWritten] + length > message._contentLength)) {
      throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(length + message[kBytesWritten], message._contentLength);
    }
    message[kBytesWritten] += length;
  }
  if (!message._header) {
    if (isLast) message._contentLength = length === -1 ? sizeOf(chunk, encoding) : length;
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectsBody]) throw new ERR_HTTP_BODY_NOT_ALLOWED();
    process.nextTick(callback);
    return true;
  }
  if (!isLast && message[kSocket] && !message[kSocket].writableCorked) {
    message[kSocket].cork();
    message[kCorked]++;
    process.nextTick(uncorkTurn, message, message[kSocket]);
  }
  // An empty chunk would be the last; its callback waits for those before it.
  if (message.chunkedEncoding && (chunk.length !== 0 || message[kChunks] !== null)) {
    length = length === -1 ? sizeOf(chunk, encoding) : length;
    const list = message[kChunks] ??= [];
    ArrayPrototypePush(list, chunk, encoding, callback);
    message[kChunksLength] += length;
    if (message[kCorked] === 0) return sendChunks(message);
    return message.writableLength < message.writableHighWaterMark;
  }
  return message._send(chunk, encoding, callback);
}

// What the chunks of this turn will be on the wire, with the head if that is still to go.
function lengthOfChunks(message) {
  const length = message[kChunksLength];
  if (length === 0) return 0;
  return (message._headerSent ? 0 : message._header.length) + NumberPrototypeToString(length, 16).length + length + 4;
}

function sizeOf(chunk, encoding) {
  return typeof chunk === 'string' ? buffers().byteLength(chunk, encoding) : chunk.byteLength;
}

// The chunks of this turn, as one.
function sendChunks(message) {
  const list = message[kChunks];
  if (list === null || list.length === 0) return true;
  const length = message[kChunksLength];
  message[kChunks] = null;
  message[kChunksLength] = 0;
  const callbacks = [];
  message._send(NumberPrototypeToString(length, 16), 'latin1');
  message._send('\r\n', 'latin1');
  for (let i = 0; i < list.length; i += 3) {
    message._send(list[i], list[i + 1]);
    if (list[i + 2] !== nothing) ArrayPrototypePush(callbacks, list[i + 2]);
  }
  return message._send('\r\n', 'latin1', callbacks.length === 0 ? undefined : (error) => {
    for (let i = 0; i < callbacks.length; i++) callbacks[i](error);
  });
}

function uncorkTurn(message, socket) {
  if (message[kCorked] > 0) message[kCorked]--;
  sendChunks(message);
  socket.uncork();
}

OutgoingMessage.prototype.end = function end(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (this[kDirect] !== null && endDirectly(this, chunk, encoding, callback)) return this;
  if (chunk) {
    if (this.finished) {
      fail(this, new ERR_STREAM_WRITE_AFTER_END(), callback);
      return this;
    }
    if (this[kSocket]) this[kSocket].cork();
    writeChunk(this, chunk, encoding, null, true);
  } else if (this.finished) {
    if (typeof callback === 'function') {
      if (!this[kIsFinished]) addEndCallback(this, callback);
      else callback(new ERR_STREAM_ALREADY_FINISHED('end'));
    }
    return this;
  } else if (!this._header) {
    if (this[kSocket]) this[kSocket].cork();
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === 'function') addEndCallback(this, callback);
  if (this.strictContentLength && typeof this._contentLength === 'number' && !this._removedContLen && this._hasBody &&
      this[kBytesWritten] !== this._contentLength) {
    throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(this[kBytesWritten], this._contentLength);
  }

  const onWritten = (error) => onFinish(this, error);
  sendChunks(this);
  if (this._hasBody && this.chunkedEncoding) {
    this._send('0\r\n' + this._trailer + '\r\n', 'latin1', onWritten);
  } else if (!this._headerSent || this.writableLength || chunk) {
    this._send('', 'latin1', onWritten);
  } else {
    process.nextTick(onWritten);
  }
  if (this[kSocket]) {
    // Whatever it was corked for is over: all goes out.
    this[kSocket]._writableState.corked = 1;
    this[kSocket].uncork();
  }
  this[kCorked] = 0;
  this.finished = true;
  // It is over when all has been handed to the socket, and that is its own.
  if ((this._output === null || this._output.length === 0) && this[kSocket] && this[kSocket]._httpMessage === this) {
    this._finish();
  }
  return this;
};

// A whole message in one piece. False if it has to go the long way.
function endDirectly(message, chunk, encoding, callback) {
  const output = message[kDirect];
  if (message.finished || message._header !== null || message.destroyed || message[kCorked] !== 0 ||
      message.strictContentLength || message[kRejectsBody] || !output.isReady) return false;
  let length = 0;
  if (chunk) {
    if (typeof chunk === 'string') {
      if (encoding !== undefined && encoding !== null && encoding !== 'utf8' && encoding !== 'utf-8') return false;
      length = buffers().byteLength(chunk);
    } else if (isUint8Array(chunk)) {
      length = chunk.byteLength;
    } else {
      return false;
    }
  }
  message._contentLength = length;
  message._implicitHeader();
  // Whoever has replaced that may have done anything.
  if (message.finished || message._headerSent || message.chunkedEncoding || message[kDirect] !== output ||
      !output.isReady) return false;
  message._headerSent = true;
  output.send(message._header, chunk && message._hasBody ? chunk : undefined, length);
  if (typeof callback === 'function') addEndCallback(message, callback);
  process.nextTick(finishDirectly, message, output);
  message.finished = true;
  message._finish();
  return true;
}

function finishDirectly(message, output) {
  if (output.isBlocked) output.whenWritten(() => onFinish(message));
  else onFinish(message);
}

// What a message has kept while another had the socket, if it is over. False if it has to go the long way.
function sendKept(message) {
  const output = message[kDirect];
  const list = message._output;
  if (!message.finished || list === null || !output.isReady) return false;
  message._output = null;
  const { outputSize } = message;
  message.outputSize = 0;
  for (let i = 0; i < list.length; i++) {
    const { data, encoding, callback } = list[i];
    output.append(data, encoding);
    if (typeof callback === 'function') process.nextTick(callKept, output, callback);
  }
  message._onPendingData(-outputSize);
  message._finish();
  return true;
}

function callKept(output, callback) {
  output.whenWritten(callback);
}

function addEndCallback(message, callback) {
  ArrayPrototypePush(message[kEndCallbacks] ??= [], callback);
}

function onFinish(message, error) {
  const callbacks = message[kEndCallbacks];
  message[kEndCallbacks] = null;
  if (error) {
    if (callbacks !== null) for (let i = 0; i < callbacks.length; i++) callbacks[i](error);
    return;
  }
  message[kIsFinished] = true;
  if (callbacks !== null) for (let i = 0; i < callbacks.length; i++) callbacks[i](null);
  message.onFinished?.();
  message.emit('finish');
}

OutgoingMessage.prototype._finish = function _finish() {
  this.emit('prefinish');
};

// The socket can take more, or has just been given.
OutgoingMessage.prototype._flush = function _flush() {
  const socket = this[kSocket];
  if (!socket || !socket.writable) return;
  const hasRoom = this._flushOutput(socket);
  if (this.finished) {
    this._finish();
  } else if (hasRoom && this[kNeedDrain]) {
    this[kNeedDrain] = false;
    this.emit('drain');
  }
};

OutgoingMessage.prototype._flushOutput = function _flushOutput(socket) {
  const list = this._output;
  if (list === null || list.length === 0) return true;
  this._output = null;
  const { outputSize } = this;
  this.outputSize = 0;
  let hasRoom = true;
  socket.cork();
  for (let i = 0; i < list.length; i++) {
    const { data, encoding, callback } = list[i];
    list[i].data = null;
    hasRoom = socket.write(data, encoding, callback);
  }
  socket.uncork();
  this._onPendingData(-outputSize);
  return hasRoom;
};

OutgoingMessage.prototype.flushHeaders = function flushHeaders() {
  if (!this._header) this._implicitHeader();
  this._send('');
};

OutgoingMessage.prototype.pipe = function pipe() {
  this.emit('error', new ERR_STREAM_CANNOT_PIPE());
};

OutgoingMessage.prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};

module.exports = { OutgoingMessage, kDirect, kErrored, kHighWaterMark, kIsFinished, kNeedDrain, kSocket, sendKept };
