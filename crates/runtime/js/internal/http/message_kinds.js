// The keys under which a server keeps what `connection` needs of it.
'use strict';

const { Symbol } = primordials;

module.exports = {
  kConnections: Symbol('http.server.connections'),
  kIdle: Symbol('http.server.idle'),
  kIncomingMessage: Symbol('IncomingMessage'),
  kServerResponse: Symbol('ServerResponse'),
};
