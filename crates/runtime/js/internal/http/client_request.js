// The request of a client: goes to a socket of an agent or one of its own, and waits for the response.
'use strict';

const {
  ArrayIsArray,
  Boolean,
  Error,
  FunctionPrototypeCall,
  NumberIsFinite,
  ObjectDefineProperty,
  ObjectKeys,
  ObjectSetPrototypeOf,
  ReflectApply,
  RegExpPrototypeExec,
  String,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeToUpperCase,
} = primordials;

const {
  codes: {
    ERR_HTTP_HEADERS_SENT,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_HTTP_TOKEN,
    ERR_INVALID_PROTOCOL,
    ERR_UNESCAPED_CHARACTERS,
  },
} = require('internal/errors');
const { validateBoolean, validateInteger, validateString } = require('internal/validators');
const { buffers } = require('internal/buffer/late');
const { isURL, urlToHttpOptions } = require('internal/http/url_options');
const channels = require('internal/http/channels');
const { lowerCase } = require('internal/http/headers');
const agents = require('internal/http/agent');
const { IncomingMessage, setHead } = require('internal/http/incoming_message');
const { OutgoingMessage, kErrored, kIsFinished, kNeedDrain, kSocket } = require('internal/http/outgoing_message');
const { kOutHeaders, kUniqueHeaders, parseUniqueHeadersOption } = require('internal/http/outgoing_head');
const { GO_ON, HTTPParser, KEEPS_ALIVE, NO_BODY, UPGRADE, WANTS_UPGRADE, validationOf } = require('internal/http/parser');
const perfEntries = require('internal/http/perf_entries');
const { checkedDuration } = require('internal/net/stream_timeout');
const { isToken } = require('internal/http/tokens');

const { fields } = internalBinding('http');

const invalidPath = /[^\u0021-\u00ff]/;

const METHOD = 1;
const VERSION = 2;
const TEXT_START = 3;
const TEXT_END = 4;

function ClientRequest(input, options, callback) {
  FunctionPrototypeCall(OutgoingMessage, this);
  if (typeof input === 'string') {
    input = urlToHttpOptions(new URL(input));
  } else if (isURL(input)) {
    input = urlToHttpOptions(input);
  } else {
    callback = options;
    options = input;
    input = null;
  }
  if (typeof options === 'function') {
    callback = options;
    options = input || {};
  } else {
    options = { ...input, ...options };
  }

  this.agent = agentOf(options);
  const protocol = options.protocol || this.agent?.protocol || 'http:';
  const expected = this.agent?.protocol || 'http:';
  if (options.path) {
    const path = String(options.path);
    if (RegExpPrototypeExec(invalidPath, path) !== null) throw new ERR_UNESCAPED_CHARACTERS('Request path');
  }
  if (protocol !== expected) throw new ERR_INVALID_PROTOCOL(protocol, expected);

  const defaultPort = options.defaultPort || this.agent?.defaultPort;
  const port = options.port = options.port || defaultPort || 80;
  const host = options.host = validateHost(options.hostname, 'hostname') || validateHost(options.host, 'host') || 'localhost';
  const setHost = options.setHost !== undefined ? Boolean(options.setHost) : options.setDefaultHeaders !== false;
  this.socketPath = options.socketPath;
  if (options.timeout !== undefined) this.timeout = checkedDuration(options.timeout, 'timeout');
  const { signal } = options;
  if (signal) require('internal/stream/abort_signal').addAbortSignal?.(signal, this);

  let { method } = options;
  if (method !== null && method !== undefined && typeof method !== 'string') {
    throw new ERR_INVALID_ARG_TYPE('options.method', 'string', method);
  }
  if (method) {
    if (!isToken(method)) throw new ERR_INVALID_HTTP_TOKEN('Method', method);
    method = this.method = StringPrototypeToUpperCase(method);
  } else {
    method = this.method = 'GET';
  }
  if (options.maxHeaderSize !== undefined) validateInteger(options.maxHeaderSize, 'maxHeaderSize', 0);
  this.maxHeaderSize = options.maxHeaderSize;
  if (options.insecureHTTPParser !== undefined) validateBoolean(options.insecureHTTPParser, 'options.insecureHTTPParser');
  this.insecureHTTPParser = options.insecureHTTPParser;
  if (options.joinDuplicateHeaders !== undefined) {
    validateBoolean(options.joinDuplicateHeaders, 'options.joinDuplicateHeaders');
  }
  this.joinDuplicateHeaders = options.joinDuplicateHeaders;
  this.path = options.path || '/';
  if (callback) this.once('response', callback);
  this.useChunkedEncodingByDefault = !(method === 'GET' || method === 'HEAD' || method === 'DELETE' ||
    method === 'OPTIONS' || method === 'TRACE' || method === 'CONNECT');
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.host = host;
  this.protocol = protocol;
  this.timeoutCb = null;

  if (this.agent) {
    // Without a pool a connection is for one request.
    this._last = !this.agent.keepAlive && !NumberIsFinite(this.agent.maxSockets);
    this.shouldKeepAlive = !this._last;
  }
  setOwnHeaders(this, options, host, port, defaultPort, setHost);
  const proxy = this.agent?.[agents.kProxy];
  if (proxy && this.agent.protocol === 'http:' && proxy.serves(host, port)) {
    proxy.address(this, hostText(host, port, 80), this.agent.keepAlive);
  }
  this[kUniqueHeaders] = parseUniqueHeadersOption(options.uniqueHeaders);
  connectRequest(this, options);
  if (channels.onClientRequestCreated.hasSubscribers) channels.onClientRequestCreated.publish({ request: this });
}
ObjectSetPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
ObjectSetPrototypeOf(ClientRequest, OutgoingMessage);

function agentOf(options) {
  const { agent } = options;
  if (agent === false) return new (options._defaultAgent ?? agents.globalAgent).constructor();
  if (agent === null || agent === undefined) {
    return typeof options.createConnection === 'function' ? undefined : options._defaultAgent ?? agents.globalAgent;
  }
  if (typeof agent.addRequest !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options.agent', ['Agent-like Object', 'undefined', 'false'], agent);
  }
  return agent;
}

function validateHost(host, name) {
  if (host !== null && host !== undefined && typeof host !== 'string') {
    throw new ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'undefined', 'null'], host);
  }
  return host;
}

function setOwnHeaders(request, options, host, port, defaultPort, setHost) {
  const { headers } = options;
  if (ArrayIsArray(headers)) {
    request._storeHeader(`${request.method} ${request.path} HTTP/1.1\r\n`, headers);
    return;
  }
  if (headers) {
    const names = ObjectKeys(headers);
    for (let i = 0; i < names.length; i++) {
      const value = headers[names[i]];
      if (names[i].length === 4 && lowerCase(names[i]) === 'host') validateString(value, 'options.headers.host');
      request.setHeader(names[i], value);
    }
  }
  if (host && !request.getHeader('host') && setHost) {
    request.setHeader('Host', hostText(host, port, defaultPort));
  }
  if (options.auth && !request.getHeader('Authorization')) {
    request.setHeader('Authorization', 'Basic ' + buffers().from(options.auth).toString('base64'));
  }
  if (request.getHeader('expect')) {
    if (request._header) throw new ERR_HTTP_HEADERS_SENT('render');
    request._storeHeader(`${request.method} ${request.path} HTTP/1.1\r\n`, request[kOutHeaders]);
  }
}

function hostText(host, port, defaultPort) {
  let text = host;
  // An IPv6 address stands in brackets.
  const colon = StringPrototypeIndexOf(text, ':');
  if (colon !== -1 && StringPrototypeIncludes(text, ':', colon + 1) && StringPrototypeCharCodeAt(text, 0) !== 91) {
    text = `[${text}]`;
  }
  return port && +port !== defaultPort ? text + ':' + port : text;
}

function connectRequest(request, options) {
  if (request.agent) {
    // The signal is the request's: a connection may serve the next one.
    options = { ...options, path: undefined };
    delete options.signal;
    request.agent.addRequest(request, options);
    return;
  }
  request._last = true;
  request.shouldKeepAlive = false;
  let isDone = false;
  const onCreated = (error, socket) => {
    if (isDone) return;
    isDone = true;
    if (error) process.nextTick(() => emitError(request, error));
    else request.onSocket(socket);
  };
  if (options.socketPath) options = { ...options, path: options.socketPath };
  if (options.signal) {
    options = { ...options };
    delete options.signal;
  }
  const create = typeof options.createConnection === 'function' ? options.createConnection : require('net').createConnection;
  try {
    const socket = create(options, onCreated);
    if (socket) onCreated(null, socket);
  } catch (error) {
    onCreated(error);
  }
}

ObjectDefineProperty(ClientRequest.prototype, 'path', {
  __proto__: null,
  get() { return this._path; },
  set(value) {
    const path = String(value);
    if (RegExpPrototypeExec(invalidPath, path) !== null) throw new ERR_UNESCAPED_CHARACTERS('Request path');
    this._path = path;
  },
  configurable: true,
  enumerable: true,
});

ClientRequest.prototype._finish = function _finish() {
  FunctionPrototypeCall(OutgoingMessage.prototype._finish, this);
  if (perfEntries.observed.any) perfEntries.begin(this);
  if (channels.onClientRequestStart.hasSubscribers) channels.onClientRequestStart.publish({ request: this });
};

ClientRequest.prototype._implicitHeader = function _implicitHeader() {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('render');
  this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, this[kOutHeaders]);
};

ClientRequest.prototype.abort = function abort() {
  if (this.aborted) return;
  this.aborted = true;
  process.nextTick(emitAbort, this);
  this.destroy();
};

function emitAbort(request) {
  request.emit('abort');
}

ClientRequest.prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this.res?._dump();
  this[kErrored] = error;
  // When all of it has been said, request and response, the connection is left alone.
  if (!this.res?.complete || !this[kIsFinished]) this[kSocket]?.destroy(error);
  // Without a socket the error is told when there would have been one.
  if (!this[kSocket] && error) this._pendingError = error;
  return this;
};

// A socket has been found, or an error.
ClientRequest.prototype.onSocket = function onSocket(socket, error) {
  process.nextTick(takeSocket, this, socket, error);
};

function takeSocket(request, socket, error) {
  if (request.destroyed || error) {
    failEarly(request, socket, error);
    return;
  }
  adoptSocket(request, socket);
  request._flush();
}

// There will be no connection for the request: it was destroyed before, or none could be made.
function failEarly(request, socket, error) {
  error ||= request[kErrored];
  request.destroyed = true;
  if (socket && request.agent && !socket.destroyed) {
    // A socket that was to be kept goes back.
    socket.emit('free');
  } else if (socket) {
    const { finished } = require('internal/stream/finished');
    finished(socket.destroy(error), (problem) => {
      tellFailure(request, problem?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? error : problem || error);
    });
    return;
  }
  tellFailure(request, error);
}

function tellFailure(request, error) {
  // Whoever has aborted the request knows.
  if (!error && !request.res && !request.aborted) error = connectionReset('socket hang up');
  if (error) emitError(request, error);
  request._closed = true;
  request.emit('close');
}

function emitError(request, error) {
  if (channels.onClientRequestError.hasSubscribers) channels.onClientRequestError.publish({ request, error });
  request.emit('error', error);
}

function adoptSocket(request, socket) {
  const parser = HTTPParser.take(false, validationOf(request), request.maxHeaderSize || 0);
  request.socket = socket;
  parser.socket = socket;
  parser.outgoing = request;
  if (typeof request.maxHeadersCount === 'number') parser.maxHeaderPairs = request.maxHeadersCount << 1;
  parser.joinDuplicateHeaders = request.joinDuplicateHeaders;
  parser.onHead = (head, flags) => onHead(request, parser, head, flags);
  request.parser = parser;
  socket.parser = parser;
  socket._httpMessage = request;
  socket.on('error', onSocketError);
  socket.on('data', onSocketData);
  socket.on('end', onSocketEnd);
  socket.on('close', onSocketClose);
  socket.on('drain', onSocketDrain);
  if (request.timeout !== undefined || request.agent?.options?.timeout) listenTimeout(request);
  request.emit('socket', socket);
}

function listenTimeout(request) {
  if (request.timeoutCb) return;
  request.timeoutCb = () => request.emit('timeout');
  if (request[kSocket]) request[kSocket].once('timeout', request.timeoutCb);
  else request.on('socket', (socket) => socket.once('timeout', request.timeoutCb));
}

ClientRequest.prototype._deferToConnect = function _deferToConnect(method, args) {
  const call = () => { if (method) ReflectApply(this[kSocket][method], this[kSocket], args ?? []); };
  const onSocket = () => {
    if (this[kSocket].writable) call();
    else this[kSocket].once('connect', call);
  };
  if (this[kSocket]) onSocket();
  else this.once('socket', onSocket);
};

ClientRequest.prototype.setTimeout = function setTimeout(ms, callback) {
  if (this._ended) return this;
  listenTimeout(this);
  ms = checkedDuration(ms, 'msecs');
  if (callback) this.once('timeout', callback);
  const set = (socket) => {
    if (socket.connecting) socket.once('connect', () => socket.setTimeout(ms));
    else socket.setTimeout(ms);
  };
  if (this[kSocket]) set(this[kSocket]);
  else this.once('socket', set);
  return this;
};

ClientRequest.prototype.setNoDelay = function setNoDelay(noDelay) {
  this._deferToConnect('setNoDelay', [noDelay]);
};

ClientRequest.prototype.setSocketKeepAlive = function setSocketKeepAlive(enable, initialDelay) {
  this._deferToConnect('setKeepAlive', [enable, initialDelay]);
};

ClientRequest.prototype.clearTimeout = function clearTimeout(callback) {
  this.setTimeout(0, callback);
};

// The socket's events

function onSocketDrain() {
  const request = this._httpMessage;
  if (request && !request.finished && request[kNeedDrain]) {
    request[kNeedDrain] = false;
    request.emit('drain');
  }
}

function onSocketError(error) {
  const request = this._httpMessage;
  if (request) {
    this._hadError = true;
    emitError(request, error);
  }
  const { parser } = this;
  if (parser) {
    parser.finish();
    releaseParser(this, parser, request);
  }
  // What still comes is of no interest.
  this.removeListener('data', onSocketData);
  this.removeListener('end', onSocketEnd);
  this.destroy();
}

function onSocketEnd() {
  const request = this._httpMessage;
  const { parser } = this;
  if (!request.res && request[kSocket] && !request[kSocket]._hadError) {
    request[kSocket]._hadError = true;
    emitError(request, connectionReset('socket hang up'));
  }
  if (parser) {
    parser.finish();
    releaseParser(this, parser, request);
    this.destroy();
  } else {
    // The response was all there.
    this.end();
  }
}

function onSocketClose() {
  const request = this._httpMessage;
  if (!request) return;
  const { parser } = this;
  // The response may end with the connection.
  parser?.finish();
  request.destroyed = true;
  const { res } = request;
  if (res) {
    if (!res.complete) res.destroy(connectionReset('aborted'));
    request._closed = true;
    request.emit('close');
    if (!res.aborted && res.readable) res.push(null);
  } else {
    if (!request[kSocket]?._hadError) {
      if (request[kSocket]) request[kSocket]._hadError = true;
      emitError(request, request[kErrored] ?? connectionReset('socket hang up'));
    }
    request._closed = true;
    request.emit('close');
  }
  if (parser) releaseParser(this, parser, request);
}

function releaseParser(socket, parser, request) {
  parser.free();
  socket.parser = null;
  if (request) request.parser = null;
}

function onSocketData(bytes) {
  const request = this._httpMessage;
  const { parser } = this;
  const taken = parser.execute(bytes);
  if (taken instanceof Error) {
    taken.rawPacket = bytes;
    releaseParser(this, parser, request);
    this.removeListener('data', onSocketData);
    this.removeListener('end', onSocketEnd);
    this.destroy();
    request[kSocket]._hadError = true;
    emitError(request, taken);
    return;
  }
  const message = parser.incoming;
  if (message?.upgrade && parser.number !== 0) {
    upgrade(this, request, message, parser, buffers().from(bytes.subarray(taken)));
  } else if (message?.complete && message.statusCode !== 100) {
    // The next response would be to the next request.
    releaseParser(this, parser, request);
  }
}

function upgrade(socket, request, res, parser, rest) {
  request.res = res;
  const event = request.method === 'CONNECT' ? 'connect' : 'upgrade';
  releaseParser(socket, parser, request);
  socket.removeListener('data', onSocketData);
  socket.removeListener('end', onSocketEnd);
  socket.removeListener('drain', onSocketDrain);
  if (request.timeoutCb) socket.removeListener('timeout', request.timeoutCb);
  socket.removeListener('close', onSocketClose);
  socket.removeListener('error', onSocketError);
  if (request.listenerCount(event) > 0) {
    request.upgradeOrConnect = true;
    socket.emit('agentRemove');
    socket._httpMessage = null;
    socket.readableFlowing = null;
    request.emit(event, res, socket, rest);
    request.destroyed = true;
    request._closed = true;
    request.emit('close');
  } else {
    socket.destroy();
  }
}

// The response

function onHead(request, parser, head, flags) {
  const { socket } = parser;
  const res = new IncomingMessage(socket);
  const version = fields[VERSION];
  res.httpVersionMajor = version >> 8;
  res.httpVersionMinor = version & 255;
  res.httpVersion = `${version >> 8}.${version & 255}`;
  res.statusCode = fields[METHOD];
  res.statusMessage = StringPrototypeSlice(head, fields[TEXT_START], fields[TEXT_END]);
  setHead(res, head, parser.maxHeaderPairs >> 1);
  if (parser.joinDuplicateHeaders) res.joinDuplicateHeaders = true;
  res.upgrade = (flags & WANTS_UPGRADE) !== 0;
  parser.incoming = res;

  if (request.res) {
    // More than one response to one request.
    socket.destroy();
    return GO_ON;
  }
  request.res = res;
  if (res.upgrade || request.method === 'CONNECT') {
    res.upgrade = true;
    return UPGRADE;
  }
  const { statusCode } = res;
  if (statusCode < 200 && statusCode !== 101) {
    request.res = null;
    parser.incoming = null;
    if (statusCode === 100) request.emit('continue');
    request.emit('information', {
      statusCode,
      statusMessage: res.statusMessage,
      httpVersion: res.httpVersion,
      httpVersionMajor: res.httpVersionMajor,
      httpVersionMinor: res.httpVersionMinor,
      headers: res.headers,
      rawHeaders: res.rawHeaders,
    });
    return NO_BODY;
  }
  if ((flags & KEEPS_ALIVE) === 0 && !request.upgradeOrConnect) request.shouldKeepAlive = false;
  if (perfEntries.observed.any) perfEntries.reportClient(request, res);
  if (channels.onClientResponseFinish.hasSubscribers) channels.onClientResponseFinish.publish({ request, response: res });
  res.req = request;
  socket.on('timeout', onResponseTimeout);
  res.on('end', onResponseEnd);
  request.on('finish', onRequestFinish);
  // Nobody is interested in the response, or nobody will be.
  if (request.aborted || !request.emit('response', res)) res._dump();
  return request.method === 'HEAD' ? NO_BODY : GO_ON;
}

function onResponseTimeout() {
  this._httpMessage?.res?.emit('timeout');
}

function onRequestFinish() {
  if (this.shouldKeepAlive && this._ended) freeSocket(this);
}

function onResponseEnd() {
  const request = this.req;
  const socket = request[kSocket];
  request._ended = true;
  if (!request.shouldKeepAlive) {
    if (socket.writable) socket.destroySoon?.();
  } else if (request.writableFinished && !this.aborted) {
    freeSocket(request);
  }
}

// The socket goes back to the agent.
function freeSocket(request) {
  const socket = request[kSocket];
  if (!socket || request._isFreed) return;
  request._isFreed = true;
  if (request.timeoutCb) {
    socket.setTimeout(0, request.timeoutCb);
    request.timeoutCb = null;
  }
  socket.removeListener('close', onSocketClose);
  socket.removeListener('error', onSocketError);
  socket.removeListener('data', onSocketData);
  socket.removeListener('end', onSocketEnd);
  socket.removeListener('drain', onSocketDrain);
  socket.removeListener('timeout', onResponseTimeout);
  process.nextTick(emitFree, request, socket);
  request.destroyed = true;
  // Who destroys the response means no longer this connection.
  if (request.res) request.res.socket = null;
}

function emitFree(request, socket) {
  request._closed = true;
  request.emit('close');
  if (socket) socket.emit('free');
}

// The class loads with the first of them.
function connectionReset(message) {
  return new (require('internal/errors').ConnResetException)(message);
}

module.exports = { ClientRequest };
