// http2.createServer and http2.createSecureServer.
'use strict';

const {
  ArrayPrototypePush, FunctionPrototypeCall, ObjectDefineProperty, Promise, Symbol, SymbolAsyncDispose, SymbolFor,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateBoolean, validateFunction, validateUint32 } = require('internal/validators');
const { Server: NetServer } = require('internal/net/server');
const { Server: TLSServer } = require('internal/tls/server');
const { ConnectionList } = require('internal/http/connection_list');
const { kConnections } = require('internal/http/message_kinds');
const { connectionListener: http1Listener, setupConnectionsTracking, storeHTTPOptions } = require('internal/http/server');
const { validateSettings } = require('internal/http2/settings');
const { assertIsObject } = require('internal/http2/headers');
const { ServerHttp2Session, kServer, kSessions } = require('internal/http2/server_session');

const kOptions = Symbol('options');

const DEFAULT_UNKNOWN_PROTOCOL_TIMEOUT_MS = 10_000;

function initializeOptions(options) {
  assertIsObject(options, 'options');
  options = { ...options };
  assertIsObject(options.settings, 'options.settings');
  options.settings = { ...options.settings };
  if (options.maxSessionInvalidFrames !== undefined) {
    validateUint32(options.maxSessionInvalidFrames, 'options.maxSessionInvalidFrames');
  }
  if (options.maxSessionRejectedStreams !== undefined) {
    validateUint32(options.maxSessionRejectedStreams, 'options.maxSessionRejectedStreams');
  }
  if (options.unknownProtocolTimeout !== undefined) {
    validateUint32(options.unknownProtocolTimeout, 'options.unknownProtocolTimeout');
  } else {
    options.unknownProtocolTimeout = DEFAULT_UNKNOWN_PROTOCOL_TIMEOUT_MS;
  }
  if (options.strictFieldWhitespaceValidation !== undefined) {
    validateBoolean(options.strictFieldWhitespaceValidation, 'options.strictFieldWhitespaceValidation');
  }
  options.Http1IncomingMessage ??= require('internal/http/incoming_message').IncomingMessage;
  options.Http1ServerResponse ??= require('internal/http/server_response').ServerResponse;
  options.Http2ServerRequest ??= require('internal/http2/compat_request').Http2ServerRequest;
  options.Http2ServerResponse ??= require('internal/http2/compat_response').Http2ServerResponse;
  return options;
}

function initializeTLSOptions(options) {
  options = initializeOptions(options);
  options.ALPNProtocols = ['h2'];
  if (options.allowHTTP1 === true) ArrayPrototypePush(options.ALPNProtocols, 'http/1.1');
  options.noDelay ??= true;
  return options;
}

// What both servers do with a connection.
function onConnection(socket) {
  const options = this[kOptions];
  if (socket.alpnProtocol === false || socket.alpnProtocol === 'http/1.1') {
    if (options.allowHTTP1 === true) {
      socket.server = this;
      FunctionPrototypeCall(http1Listener, this, socket);
      return;
    }
    onUnknownProtocol(this, socket, options);
    return;
  }
  // What went wrong before it became a session is the server's to tell.
  socket.server = this;
  socket.on('error', ignore);
  const session = new ServerHttp2Session(options, socket, this);
  session.on('stream', onStream);
  session.on('error', onSessionError);
  session.on('priority', onPriority);
  if (this.timeout) session.setTimeout(this.timeout, onSessionTimeout);
  this.emit('session', session);
}

function ignore() {}

function onUnknownProtocol(server, socket, options) {
  const timer = require('timers').setTimeout(() => {
    if (!socket.destroyed) socket.destroy();
  }, options.unknownProtocolTimeout).unref();
  socket.once('close', () => require('timers').clearTimeout(timer));
  if (server.emit('unknownProtocol', socket)) return;
  // In words that whoever speaks HTTP/1 understands.
  const body = 'Unknown ALPN Protocol, expected `h2` to be available.\n' +
    'If this is a HTTP request: The server was not configured with the `allowHTTP1` option or a listener for the ' +
    '`unknownProtocol` event.\n';
  socket.end('HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n' +
    `Content-Length: ${body.length}\r\n\r\n${body}`);
}

function onStream(stream, headers, flags, list) {
  this[kServer].emit('stream', stream, headers, flags, list);
}

function onSessionError(error) {
  this[kServer].emit('sessionError', error, this);
}

function onPriority(stream, parent, weight, exclusive) {
  this[kServer].emit('priority', stream, parent, weight, exclusive);
}

function onSessionTimeout() {
  if (this.destroyed || this.closed) return;
  if (!this[kServer].emit('timeout', this)) this.destroy();
}

// Requests and responses as objects are made when somebody listens for them.
function onNewListener(event) {
  if (event !== 'request') return;
  this.removeListener('newListener', onNewListener);
  const { onServerStream } = require('internal/http2/compat_response');
  const options = this[kOptions];
  this.on('stream', (stream, headers, flags, list) => {
    onServerStream(this, options, stream, headers, flags, list);
  });
}

function setTimeout(ms, callback) {
  this.timeout = ms;
  if (callback !== undefined) {
    validateFunction(callback, 'callback');
    this.on('timeout', callback);
  }
  return this;
}

function updateSettings(settings) {
  assertIsObject(settings, 'settings');
  validateSettings(settings);
  this[kOptions].settings = { ...this[kOptions].settings, ...settings };
}

function closeSessions(server) {
  const sessions = [];
  server[kSessions].forEach((session) => ArrayPrototypePush(sessions, session));
  for (let i = 0; i < sessions.length; i++) sessions[i].close();
}

function dispose(server) {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
}

function define(server, name, value) {
  ObjectDefineProperty(server, name, { __proto__: null, value, enumerable: false, writable: true });
}

class Http2Server extends NetServer {
  constructor(options, requestListener) {
    options = initializeOptions(options);
    super(options, onConnection);
    define(this, kOptions, options);
    define(this, kSessions, new ConnectionList());
    this.timeout = 0;
    this.on('newListener', onNewListener);
    if (options.allowHTTP1 === true) setUpHttp1(this, options);
    if (typeof requestListener === 'function') this.on('request', requestListener);
  }

  close(callback) {
    closeSessions(this);
    super.close(callback);
    return this;
  }

  [SymbolAsyncDispose]() { return dispose(this); }
}

class Http2SecureServer extends TLSServer {
  constructor(options, requestListener) {
    options = initializeTLSOptions(options);
    super(options, onConnection);
    define(this, kOptions, options);
    define(this, kSessions, new ConnectionList());
    this.timeout = 0;
    this.on('newListener', onNewListener);
    if (options.allowHTTP1 === true) setUpHttp1(this, options);
    if (typeof requestListener === 'function') this.on('request', requestListener);
    this.on('tlsClientError', function onClientError(error, socket) {
      if (!this.emit('clientError', error, socket)) socket.destroy(error);
    });
  }

  close(callback) {
    if (this[kOptions].allowHTTP1 === true) this.closeIdleConnections();
    closeSessions(this);
    super.close(callback);
    return this;
  }

  [SymbolAsyncDispose]() { return dispose(this); }
}

// What a server that also speaks HTTP/1 needs for it.
function setUpHttp1(server, options) {
  const { Server: HttpServer } = require('internal/http/server');
  storeHTTPOptions(server, {
    ...options, ...options.http1Options,
    IncomingMessage: options.Http1IncomingMessage, ServerResponse: options.Http1ServerResponse,
  });
  server[kConnections] = new ConnectionList();
  server.httpAllowHalfOpen = false;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
  server.on('listening', setupConnectionsTracking);
  server.closeIdleConnections = HttpServer.prototype.closeIdleConnections;
  server.closeAllConnections = HttpServer.prototype.closeAllConnections;
}

// What becomes of a listener's promise that is rejected.
function onRejection(error, event, first, response) {
  if (event === 'stream') {
    first.destroy(error);
  } else if (event === 'request') {
    if (response.headersSent || response.finished) {
      response.destroy();
      return;
    }
    // Nothing that was meant for another answer leaks into this one.
    const names = response.getHeaderNames();
    for (let i = 0; i < names.length; i++) response.removeHeader(names[i]);
    response.statusCode = 500;
    response.end('Internal Server Error');
  } else {
    FunctionPrototypeCall(NetServer.prototype[SymbolFor('nodejs.rejection')], this, error, event, first, response);
  }
}

const classes = [Http2Server, Http2SecureServer];
for (let i = 0; i < classes.length; i++) {
  classes[i].prototype[SymbolFor('nodejs.rejection')] = onRejection;
  classes[i].prototype.setTimeout = setTimeout;
  classes[i].prototype.updateSettings = updateSettings;
}

function createServer(options, handler) {
  if (typeof options === 'function') {
    handler = options;
    options = {};
  }
  return new Http2Server(options, handler);
}

function createSecureServer(options, handler) {
  if (typeof options === 'function') throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  return new Http2SecureServer(options, handler);
}

module.exports = { createSecureServer, createServer, initializeOptions };
