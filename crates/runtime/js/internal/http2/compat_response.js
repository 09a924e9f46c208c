// Http2ServerResponse: a stream's response with the interface of http's.
'use strict';

const {
  ArrayIsArray, ArrayPrototypePush, FunctionPrototypeCall, ObjectHasOwn, ObjectKeys, StringPrototypeToLowerCase, StringPrototypeTrim, Symbol,
} = primordials;

const {
  codes: {
    ERR_HTTP2_HEADERS_SENT, ERR_HTTP2_INFO_STATUS_NOT_ALLOWED, ERR_HTTP2_INVALID_STREAM, ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED,
    ERR_HTTP2_INVALID_HEADER_VALUE, ERR_HTTP2_STATUS_INVALID, ERR_INVALID_ARG_VALUE, ERR_INVALID_HTTP_TOKEN, ERR_STREAM_WRITE_AFTER_END,
  },
} = require('internal/errors');
const { validateFunction, validateObject, validateString } = require('internal/validators');
const { isToken } = require('internal/http/tokens');
const { Stream } = require('internal/stream/legacy');
const { isPseudo } = require('internal/http2/names');
const { isConnectionHeader } = require('internal/http2/headers');
const { kProxy, kRequest, kResponse, makeStreamSocket } = require('internal/http2/compat_request');

const kState = Symbol('state');
const kStream = Symbol('stream');
const kHeaders = Symbol('headers');
const kTrailers = Symbol('trailers');

let hasWarnedOfMessage = false;
let hasWarnedOfConnection = false;

function warnOfMessage() {
  if (hasWarnedOfMessage) return;
  hasWarnedOfMessage = true;
  process.emitWarning('Status message is not supported by HTTP/2 (RFC7540 8.1.2.4)', 'UnsupportedWarning');
}

function warnOfConnection() {
  if (hasWarnedOfConnection) return;
  hasWarnedOfConnection = true;
  process.emitWarning('The provided connection header is not valid, the value will be dropped from the header and ' +
    'will never be in use.', 'UnsupportedWarning');
}

// Whether a header is one that is dropped.
function isDropped(name, value) {
  if (!isConnectionHeader(name, value)) return false;
  if (name === 'connection' || name === 'te') {
    if (name === 'connection') warnOfConnection();
    return name === 'connection';
  }
  return false;
}

function checkName(name) {
  if (name === undefined || typeof name !== 'string' || name === '' || (!isPseudo(name) && !isToken(name))) throw new ERR_INVALID_HTTP_TOKEN('Header name', name);
  if (isPseudo(name)) throw new ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED();
}

function checkValue(name, value) {
  if (value === undefined || value === null) throw new ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
  if (isConnectionHeader(name, value)) warnOfConnection();
}

class Http2ServerResponse extends Stream {
  constructor(stream, options) {
    super(options);
    this[kState] = { closed: false, ending: false, destroyed: false, headRequest: false, sendDate: true, statusCode: 200 };
    this[kHeaders] = { __proto__: null };
    this[kTrailers] = { __proto__: null };
    this[kStream] = stream;
    stream[kResponse] = this;
    this.writable = true;
    this.req = stream[kRequest];
    stream.on('drain', onDrain);
    stream.on('close', onClose);
    stream.on('wantTrailers', onWantTrailers);
    stream.on('timeout', nothing);
  }

  // Where the Duplex below is asked for.
  get writableEnded() { return this[kState].ending; }
  get finished() { return this[kState].ending; }
  get socket() {
    if (this[kState].closed) return undefined;
    const stream = this[kStream];
    return stream[kProxy] ??= makeStreamSocket(stream);
  }
  get connection() { return this.socket; }
  get writableCorked() { return this[kStream].writableCorked; }
  get writableHighWaterMark() { return this[kStream].writableHighWaterMark; }
  get writableObjectMode() { return this[kStream].writableObjectMode; }
  get writableFinished() { return this[kStream].writableFinished; }
  get writableLength() { return this[kStream].writableLength; }
  get writableNeedDrain() { return this[kStream].writableNeedDrain; }
  get stream() { return this[kStream]; }
  get headersSent() { return this[kStream].headersSent; }
  get sendDate() { return this[kState].sendDate; }
  set sendDate(wanted) { this[kState].sendDate = !!wanted; }
  get statusCode() { return this[kState].statusCode; }
  set statusCode(code) {
    code |= 0;
    if (code >= 100 && code < 200) throw new ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (code < 100 || code > 599) throw new ERR_HTTP2_STATUS_INVALID(code);
    this[kState].statusCode = code;
  }
  get statusMessage() {
    warnOfMessage();
    return '';
  }
  set statusMessage(message) { warnOfMessage(); }
  get _header() { return this.headersSent; }

  setTrailer(name, value) {
    validateString(name, 'name');
    name = StringPrototypeToLowerCase(StringPrototypeTrim(name));
    checkName(name);
    checkValue(name, value);
    this[kTrailers][name] = value;
  }

  addTrailers(headers) {
    const keys = ObjectKeys(headers);
    for (let i = 0; i < keys.length; i++) this.setTrailer(keys[i], headers[keys[i]]);
  }

  getHeader(name) {
    validateString(name, 'name');
    return this[kHeaders][StringPrototypeToLowerCase(StringPrototypeTrim(name))];
  }

  getHeaderNames() { return ObjectKeys(this[kHeaders]); }
  getHeaders() { return { __proto__: null, ...this[kHeaders] }; }

  hasHeader(name) {
    validateString(name, 'name');
    return ObjectHasOwn(this[kHeaders], StringPrototypeToLowerCase(StringPrototypeTrim(name)));
  }

  removeHeader(name) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    name = StringPrototypeToLowerCase(StringPrototypeTrim(name));
    if (name === 'date') {
      this[kState].sendDate = false;
      return;
    }
    delete this[kHeaders][name];
  }

  setHeader(name, value) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    store(this, name, value);
  }

  appendHeader(name, value) {
    validateString(name, 'name');
    if (this[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    append(this, name, value);
  }

  flushHeaders() {
    if (!this[kState].closed && !this[kStream].headersSent) this.writeHead(this[kState].statusCode);
  }

  writeHead(statusCode, statusMessage, headers) {
    const state = this[kState];
    if (state.closed || this.stream.destroyed) return this;
    if (this[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    if (typeof statusMessage === 'string') warnOfMessage();
    if (headers === undefined && typeof statusMessage === 'object') headers = statusMessage;
    if (ArrayIsArray(headers)) {
      storeList(this, headers);
    } else if (headers !== null && typeof headers === 'object') {
      const keys = ObjectKeys(headers);
      for (let i = 0; i < keys.length; i++) store(this, keys[i], headers[keys[i]]);
    }
    this.statusCode = statusCode;
    begin(this);
    return this;
  }

  cork() { this[kStream].cork(); }
  uncork() { this[kStream].uncork(); }

  write(chunk, encoding, callback) {
    const state = this[kState];
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    let error;
    if (state.ending) error = new ERR_STREAM_WRITE_AFTER_END();
    else if (state.closed) error = new ERR_HTTP2_INVALID_STREAM();
    else if (state.destroyed) return false;
    if (error) {
      if (typeof callback === 'function') process.nextTick(callback, error);
      this.destroy(error);
      return false;
    }
    const stream = this[kStream];
    if (!stream.headersSent) this.writeHead(state.statusCode);
    return stream.write(chunk, encoding, callback);
  }

  end(chunk, encoding, callback) {
    const stream = this[kStream];
    const state = this[kState];
    if (typeof chunk === 'function') {
      callback = chunk;
      chunk = null;
    } else if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    if ((state.closed || state.ending) && state.headRequest === stream.headRequest) {
      if (typeof callback === 'function') process.nextTick(callback);
      return this;
    }
    // The answer to HEAD has no body, whatever the program says.
    if (chunk !== null && chunk !== undefined && !stream.headRequest) this.write(chunk, encoding);
    state.headRequest = stream.headRequest;
    state.ending = true;
    if (typeof callback === 'function') {
      if (stream.writableEnded) this.once('finish', callback);
      else stream.once('finish', callback);
    }
    if (!stream.headersSent) this.writeHead(state.statusCode);
    if (state.closed || stream.destroyed) FunctionPrototypeCall(onClose, stream);
    else stream.end();
    return this;
  }

  destroy(error) {
    if (this[kState].destroyed) return;
    this[kState].destroyed = true;
    this[kStream].destroy(error);
  }

  setTimeout(ms, callback) {
    if (this[kState].closed) return;
    this[kStream].setTimeout(ms, callback);
  }

  createPushResponse(headers, callback) {
    validateFunction(callback, 'callback');
    if (this[kState].closed) {
      const error = new ERR_HTTP2_INVALID_STREAM();
      process.nextTick(callback, error);
      return;
    }
    this[kStream].pushStream(headers, {}, (error, stream, pushed, flags) => {
      if (error) {
        callback(error);
        return;
      }
      callback(null, new Http2ServerResponse(stream));
    });
  }

  writeContinue() {
    const stream = this[kStream];
    if (stream.headersSent || this[kState].closed) return false;
    stream.additionalHeaders({ ':status': 100 });
    return true;
  }

  writeInformation(statusCode, headers) {
    const stream = this[kStream];
    if (stream.headersSent || this[kState].closed) return false;
    stream.additionalHeaders({ ...headers, ':status': statusCode });
    return true;
  }

  writeEarlyHints(hints) {
    validateObject(hints, 'hints');
    const headers = { __proto__: null };
    const link = require('internal/http/server_response').linkHeader(hints.link);
    const keys = ObjectKeys(hints);
    for (let i = 0; i < keys.length; i++) if (keys[i] !== 'link') headers[keys[i]] = hints[keys[i]];
    if (link.length === 0) return false;
    const stream = this[kStream];
    if (stream.headersSent || this[kState].closed) return false;
    stream.additionalHeaders({ ...headers, ':status': 103, 'Link': link });
    return true;
  }
}

function nothing() {}

function store(response, name, value) {
  name = StringPrototypeToLowerCase(StringPrototypeTrim(name));
  checkName(name);
  checkValue(name, value);
  if (isDropped(name, value)) return;
  response[kHeaders][name] = value;
}

function append(response, name, value) {
  name = StringPrototypeToLowerCase(StringPrototypeTrim(name));
  checkName(name);
  checkValue(name, value);
  if (isDropped(name, value)) return;
  const existing = response[kHeaders][name];
  if (existing === undefined) {
    response[kHeaders][name] = value;
    return;
  }
  const list = ArrayIsArray(existing) ? existing : [existing];
  const more = ArrayIsArray(value) ? value : [value];
  for (let i = 0; i < more.length; i++) ArrayPrototypePush(list, more[i]);
  response[kHeaders][name] = list;
}

// Names and values in turns, or pairs of them.
function storeList(response, list) {
  if (list.length === 0) return;
  if (ArrayIsArray(list[0])) {
    for (let i = 0; i < list.length; i++) store(response, list[i][0], list[i][1]);
    return;
  }
  if (list.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE('headers', list);
  for (let i = 0; i < list.length; i += 2) delete response[kHeaders][StringPrototypeToLowerCase(StringPrototypeTrim(list[i]))];
  for (let i = 0; i < list.length; i += 2) append(response, list[i], list[i + 1]);
}

function begin(response) {
  const state = response[kState];
  const headers = response[kHeaders];
  headers[':status'] = state.statusCode;
  response[kStream].respond(headers, { endStream: state.ending, waitForTrailers: true, sendDate: state.sendDate });
}

function onDrain() {
  const response = this[kResponse];
  if (response !== undefined) response.emit('drain');
}

function onWantTrailers() {
  const response = this[kResponse];
  this.sendTrailers(response === undefined ? {} : response[kTrailers]);
}

function onClose() {
  const response = this[kResponse];
  if (response === undefined) return;
  const state = response[kState];
  // The answer to HEAD is out before the program says that it is done.
  if (this.headRequest !== state.headRequest) return;
  state.closed = true;
  this[kProxy] = null;
  this.removeListener('wantTrailers', onWantTrailers);
  this[kResponse] = undefined;
  response.emit('finish');
  response.emit('close');
}

// A stream of a server, as request and response.
function onServerStream(server, options, stream, headers, flags, rawHeaders) {
  const request = new options.Http2ServerRequest(stream, headers, undefined, rawHeaders);
  const response = new options.Http2ServerResponse(stream);
  if (headers[':method'] === 'CONNECT') {
    if (!server.emit('connect', request, response)) {
      response.statusCode = 405;
      response.end();
    }
    return;
  }
  const { expect } = headers;
  if (expect !== undefined) {
    if (expect === '100-continue') {
      if (server.listenerCount('checkContinue') > 0) {
        server.emit('checkContinue', request, response);
      } else {
        response.writeContinue();
        server.emit('request', request, response);
      }
    } else if (server.listenerCount('checkExpectation') > 0) {
      server.emit('checkExpectation', request, response);
    } else {
      response.statusCode = 417;
      response.end();
    }
    return;
  }
  server.emit('request', request, response);
}

module.exports = { Http2ServerResponse, onServerStream };
