'use strict';

// `net`: questions about addresses. Sockets are not part of this runtime yet: whatever would open one
// is refused by name.

const {
  codes: { ERR_METHOD_NOT_IMPLEMENTED },
} = require('internal/errors');
const { validateBoolean, validateInt32 } = require('internal/validators');
const { isIP, isIPv4, isIPv6 } = require('internal/ip_address');

const missing = (name) => ({ [name]() { throw new ERR_METHOD_NOT_IMPLEMENTED(`net.${name}()`); } })[name];

const missingClass = (name) => ({
  [name]: class {
    constructor() {
      throw new ERR_METHOD_NOT_IMPLEMENTED(`net.${name}()`);
    }
  },
})[name];

let autoSelectFamily = true;
let attemptTimeoutMs = 250;

const Socket = missingClass('Socket');

module.exports = {
  BlockList: missingClass('BlockList'),
  SocketAddress: missingClass('SocketAddress'),
  connect: missing('connect'),
  createConnection: missing('createConnection'),
  createServer: missing('createServer'),
  isIP,
  isIPv4,
  isIPv6,
  Server: missingClass('Server'),
  Socket,
  Stream: Socket,
  getDefaultAutoSelectFamily() { return autoSelectFamily; },
  setDefaultAutoSelectFamily(value) {
    validateBoolean(value, 'value');
    autoSelectFamily = value;
  },
  getDefaultAutoSelectFamilyAttemptTimeout() { return attemptTimeoutMs; },
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    validateInt32(value, 'value', 1);
    attemptTimeoutMs = value < 10 ? 10 : value;
  },
};
