// http.Server: a net.Server whose connections speak HTTP.
'use strict';

const {
  FunctionPrototypeCall,
  MathMin,
  ObjectSetPrototypeOf,
  Promise,
  Symbol,
  SymbolAsyncDispose,
  SymbolFor,
} = primordials;

const EventEmitter = require('events');
const {
  codes: { ERR_HTTP_REQUEST_TIMEOUT, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');
const { Server: NetServer } = require('internal/net/server');
const { IncomingMessage } = require('internal/http/incoming_message');
const { kUniqueHeaders, parseUniqueHeadersOption } = require('internal/http/outgoing_head');
const { now } = require('internal/http/parser');
const { ServerResponse } = require('internal/http/server_response');
const { ConnectionList } = require('internal/http/connection_list');
const { IdleConnections } = require('internal/http/idle_connections');
const { kConnections, kIdle, kIncomingMessage, kServerResponse } = require('internal/http/message_kinds');

const kConnectionsCheckingInterval = Symbol('http.server.connectionsCheckingInterval');
const kOptimizeEmptyRequests = Symbol('OptimizeEmptyRequestsOption');

const DEFAULT_REQUEST_TIMEOUT_MS = 300_000;
const DEFAULT_HEADERS_TIMEOUT_MS = 60_000;
const DEFAULT_CHECKING_INTERVAL_MS = 30_000;
const DEFAULT_KEEP_ALIVE_TIMEOUT_MS = 5000;
const DEFAULT_KEEP_ALIVE_BUFFER_MS = 1000;

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else {
    validateObject(options, 'options');
    options = { ...options };
  }
  storeHTTPOptions(this, options);
  FunctionPrototypeCall(NetServer, this, {
    allowHalfOpen: true,
    noDelay: options.noDelay ?? true,
    keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
    highWaterMark: options.highWaterMark,
  });
  if (options.captureRejections) FunctionPrototypeCall(EventEmitter, this, options);
  if (requestListener) this.on('request', requestListener);
  // Half-open connections are an affair of HTTP here, not of the socket.
  this.httpAllowHalfOpen = false;
  this[kConnections] = new ConnectionList();
  this[kIdle] = new IdleConnections(this[kConnections]);
  this.on('connection', connectionListener);
  this.on('listening', setupConnectionsTracking);
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this[kUniqueHeaders] = parseUniqueHeadersOption(options.uniqueHeaders);
}
ObjectSetPrototypeOf(Server.prototype, NetServer.prototype);
ObjectSetPrototypeOf(Server, NetServer);

function storeHTTPOptions(server, options) {
  server[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
  server[kServerResponse] = options.ServerResponse || ServerResponse;

  const { maxHeaderSize } = options;
  if (maxHeaderSize !== undefined) validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  server.maxHeaderSize = maxHeaderSize;

  const { insecureHTTPParser, httpValidation } = options;
  if (insecureHTTPParser !== undefined) validateBoolean(insecureHTTPParser, 'options.insecureHTTPParser');
  server.insecureHTTPParser = insecureHTTPParser;
  if (httpValidation !== undefined) {
    validateOneOf(httpValidation, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
  }
  server.httpValidation = httpValidation;

  const { requestTimeout, headersTimeout } = options;
  if (requestTimeout !== undefined) validateInteger(requestTimeout, 'requestTimeout', 0);
  server.requestTimeout = requestTimeout ?? DEFAULT_REQUEST_TIMEOUT_MS;
  if (headersTimeout !== undefined) {
    validateInteger(headersTimeout, 'headersTimeout', 0);
    server.headersTimeout = headersTimeout;
  } else {
    server.headersTimeout = server.requestTimeout === 0 ? DEFAULT_HEADERS_TIMEOUT_MS :
      MathMin(DEFAULT_HEADERS_TIMEOUT_MS, server.requestTimeout);
  }
  if (server.requestTimeout > 0 && server.headersTimeout > 0 && server.headersTimeout > server.requestTimeout) {
    throw new ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout', headersTimeout);
  }

  const { keepAliveTimeout, keepAliveTimeoutBuffer, connectionsCheckingInterval } = options;
  if (keepAliveTimeout !== undefined) validateInteger(keepAliveTimeout, 'keepAliveTimeout', 0);
  server.keepAliveTimeout = keepAliveTimeout ?? DEFAULT_KEEP_ALIVE_TIMEOUT_MS;
  if (keepAliveTimeoutBuffer !== undefined) validateInteger(keepAliveTimeoutBuffer, 'keepAliveTimeoutBuffer', 0);
  server.keepAliveTimeoutBuffer = keepAliveTimeoutBuffer ?? DEFAULT_KEEP_ALIVE_BUFFER_MS;
  if (connectionsCheckingInterval !== undefined) {
    validateInteger(connectionsCheckingInterval, 'connectionsCheckingInterval', 0);
  }
  server.connectionsCheckingInterval = connectionsCheckingInterval ?? DEFAULT_CHECKING_INTERVAL_MS;

  const { requireHostHeader, joinDuplicateHeaders, rejectNonStandardBodyWrites, optimizeEmptyRequests } = options;
  if (requireHostHeader !== undefined) validateBoolean(requireHostHeader, 'options.requireHostHeader');
  server.requireHostHeader = requireHostHeader ?? true;
  if (joinDuplicateHeaders !== undefined) validateBoolean(joinDuplicateHeaders, 'options.joinDuplicateHeaders');
  server.joinDuplicateHeaders = joinDuplicateHeaders;
  if (rejectNonStandardBodyWrites !== undefined) {
    validateBoolean(rejectNonStandardBodyWrites, 'options.rejectNonStandardBodyWrites');
  }
  server.rejectNonStandardBodyWrites = rejectNonStandardBodyWrites ?? false;
  if (optimizeEmptyRequests !== undefined) validateBoolean(optimizeEmptyRequests, 'options.optimizeEmptyRequests');
  server[kOptimizeEmptyRequests] = optimizeEmptyRequests ?? false;

  const { shouldUpgradeCallback } = options;
  if (shouldUpgradeCallback !== undefined) validateFunction(shouldUpgradeCallback, 'options.shouldUpgradeCallback');
  server.shouldUpgradeCallback = shouldUpgradeCallback ?? function() { return this.listenerCount('upgrade') > 0; };
}

// What takes connections may be another server, such as that of `https`.
function track(server) {
  server[kConnections] ??= new ConnectionList();
  server[kIdle] ??= new IdleConnections(server[kConnections]);
}

// Loaded with the first connection.
let Connection;

function connectionListener(socket) {
  track(this);
  Connection ??= require('internal/http/connection').Connection;
  new Connection(this, socket);
}

// Looks, now and then, for requests that take too long.
function setupConnectionsTracking() {
  track(this);
  clearInterval(this[kConnectionsCheckingInterval]);
  this[kConnectionsCheckingInterval] = setInterval(() => checkConnections(this), this.connectionsCheckingInterval).unref();
}

function checkConnections(server) {
  if (server.headersTimeout === 0 && server.requestTimeout === 0) return;
  const moment = now();
  server[kConnections].forEach((connection) => {
    const { parser } = connection;
    if (parser.messageStart === 0) return;
    const elapsedMs = moment - parser.messageStart;
    const isLate = (!parser.hasHead && server.headersTimeout > 0 && elapsedMs > server.headersTimeout) ||
      (server.requestTimeout > 0 && elapsedMs > server.requestTimeout);
    if (isLate) connection.fail(new ERR_HTTP_REQUEST_TIMEOUT());
  });
}

Server.prototype.close = function close(...args) {
  this.closeIdleConnections();
  clearInterval(this[kConnectionsCheckingInterval]);
  return NetServer.prototype.close.apply(this, args);
};

Server.prototype[SymbolAsyncDispose] = async function() {
  await new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

Server.prototype.closeAllConnections = function closeAllConnections() {
  this[kConnections].forEach(({ socket }) => socket.destroy());
};

Server.prototype.closeIdleConnections = function closeIdleConnections() {
  this[kConnections].forEach(({ parser, socket }) => {
    if (parser.messageStart !== 0) return;
    if (socket._httpMessage && !socket._httpMessage.finished) return;
    socket.destroy();
  });
};

Server.prototype.setTimeout = function setTimeout(ms, callback) {
  this.timeout = ms;
  if (callback) this.on('timeout', callback);
  return this;
};

// What an async listener rejects with.
Server.prototype[SymbolFor('nodejs.rejection')] = function(error, event, first, res) {
  if (event !== 'request') {
    FunctionPrototypeCall(NetServer.prototype[SymbolFor('nodejs.rejection')], this, error, event, first);
    return;
  }
  if (!res.headersSent && !res.writableEnded) {
    const names = res.getHeaderNames();
    for (let i = 0; i < names.length; i++) res.removeHeader(names[i]);
    res.statusCode = 500;
    res.end(require('internal/http/status_codes')[500]);
  } else {
    res.destroy();
  }
};

module.exports = { Server, connectionListener, kConnectionsCheckingInterval, setupConnectionsTracking, storeHTTPOptions };
