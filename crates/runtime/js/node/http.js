'use strict';

// `http`: servers and clients.

const { ArrayPrototypeSlice, ArrayPrototypeSort, ObjectDefineProperty, globalThis } = primordials;

const { methods } = internalBinding('http');
const { Agent } = require('internal/http/agent');
const agents = require('internal/http/agent');
const { ClientRequest } = require('internal/http/client_request');
const { IncomingMessage } = require('internal/http/incoming_message');
const { OutgoingMessage } = require('internal/http/outgoing_message');
const { maxHeaderSize, parsers } = require('internal/http/parser');
const { Server, connectionListener } = require('internal/http/server');
const { ServerResponse } = require('internal/http/server_response');
const { validateHeaderName, validateHeaderValue } = require('internal/http/tokens');
const { validateInteger } = require('internal/validators');

function createServer(options, requestListener) {
  return new Server(options, requestListener);
}

function request(url, options, callback) {
  return new ClientRequest(url, options, callback);
}

function get(url, options, callback) {
  const made = request(url, options, callback);
  made.end();
  return made;
}

module.exports = {
  _connectionListener: connectionListener,
  METHODS: ArrayPrototypeSort(ArrayPrototypeSlice(methods)),
  STATUS_CODES: require('internal/http/status_codes'),
  Agent,
  ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
  get,
  request,
  setMaxIdleHTTPParsers(max) {
    validateInteger(max, 'max', 1);
    parsers.max = max;
  },
  setGlobalProxyFromEnv(proxyEnv = undefined) {
    return require('internal/http/proxy').setGlobalProxyFromEnv(proxyEnv);
  },
};

ObjectDefineProperty(module.exports, 'maxHeaderSize', {
  __proto__: null, configurable: true, enumerable: true, get: maxHeaderSize,
});
ObjectDefineProperty(module.exports, 'globalAgent', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return agents.globalAgent; },
  set(agent) { agents.globalAgent = agent; },
});
// What speaks HTTP on its way to something else; loaded when it is asked for.
const globals = ['WebSocket', 'CloseEvent', 'MessageEvent'];
for (let i = 0; i < globals.length; i++) {
  ObjectDefineProperty(module.exports, globals[i], {
    __proto__: null, configurable: true, enumerable: true, get: () => globalThis[globals[i]],
  });
}
