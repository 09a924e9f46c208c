'use strict';

// `net`: stream sockets, servers, and questions about addresses.

const { validateBoolean, validateInt32 } = require('internal/validators');
const { isIP, isIPv4, isIPv6 } = require('internal/ip_address');
const { normalizeArgs } = require('internal/net/arguments');
const defaults = require('internal/net/defaults');
const { Server } = require('internal/net/server');
const { Socket } = require('internal/net/socket');
const { lazyValues } = require('internal/util/lazy_members');

function createServer(options, connectionListener) {
  return new Server(options, connectionListener);
}

function connect(...args) {
  const normal = normalizeArgs(args);
  const socket = new Socket(normal[0]);
  if (normal[0].timeout) socket.setTimeout(normal[0].timeout);
  return socket.connect(normal);
}

module.exports = {
  _normalizeArgs: normalizeArgs,
  get BlockList() { return require('internal/net/block_list').BlockList; },
  get SocketAddress() { return require('internal/net/socket_address').SocketAddress; },
  BoundSocket: undefined,
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  Socket,
  Stream: Socket,
  getDefaultAutoSelectFamily() { return defaults.autoSelectFamily; },
  setDefaultAutoSelectFamily(value) {
    validateBoolean(value, 'value');
    defaults.autoSelectFamily = value;
  },
  getDefaultAutoSelectFamilyAttemptTimeout() { return defaults.attemptTimeoutMs; },
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    validateInt32(value, 'value', 1);
    defaults.attemptTimeoutMs = defaults.atLeastMinimum(value);
  },
};

lazyValues(module.exports, 'internal/net/bound_socket', ['BoundSocket']);
