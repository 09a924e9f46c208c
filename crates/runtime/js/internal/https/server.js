'use strict';

// https.Server: a tls.Server whose connections speak HTTP.

const { FunctionPrototypeCall, ObjectSetPrototypeOf, ReflectApply, SymbolAsyncDispose } = primordials;

const { ConnectionList } = require('internal/http/connection_list');
const { kConnections } = require('internal/http/message_kinds');
const { Server: HttpServer, connectionListener, setupConnectionsTracking, storeHTTPOptions } = require('internal/http/server');
const { Server: TLSServer } = require('internal/tls/server');

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = {};
  } else {
    options = { ...options };
  }
  storeHTTPOptions(this, options);
  const ALPNProtocols = options.ALPNProtocols || options.ALPNCallback ? options.ALPNProtocols : ['http/1.1'];
  this[kConnections] = new ConnectionList();
  FunctionPrototypeCall(TLSServer, this, { ...options, noDelay: options.noDelay ?? true, ALPNProtocols }, connectionListener);
  // Half-open connections are an affair of HTTP here, not of the socket.
  this.httpAllowHalfOpen = false;
  if (requestListener) this.on('request', requestListener);
  this.on('tlsClientError', function onClientError(error, socket) {
    if (!this.emit('clientError', error, socket)) socket.destroy(error);
  });
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this.on('listening', setupConnectionsTracking);
}
ObjectSetPrototypeOf(Server.prototype, TLSServer.prototype);
ObjectSetPrototypeOf(Server, TLSServer);

Server.prototype.closeAllConnections = HttpServer.prototype.closeAllConnections;
Server.prototype.closeIdleConnections = HttpServer.prototype.closeIdleConnections;
Server.prototype.setTimeout = HttpServer.prototype.setTimeout;
Server.prototype.close = function close(...args) {
  ReflectApply(HttpServer.prototype.close, this, args);
  return this;
};
Server.prototype[SymbolAsyncDispose] = HttpServer.prototype[SymbolAsyncDispose];

module.exports = { Server };
