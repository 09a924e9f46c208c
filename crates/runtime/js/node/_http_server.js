// The old name of a part of `http`, which packages still ask for.
'use strict';

const {
  Server, connectionListener, kConnectionsCheckingInterval, setupConnectionsTracking, storeHTTPOptions,
} = require('internal/http/server');
const { ServerResponse } = require('internal/http/server_response');
const { kServerResponse } = require('internal/http/message_kinds');

module.exports = {
  STATUS_CODES: require('internal/http/status_codes'),
  Server,
  ServerResponse,
  setupConnectionsTracking,
  storeHTTPOptions,
  _connectionListener: connectionListener,
  kServerResponse,
  kConnectionsCheckingInterval,
};
