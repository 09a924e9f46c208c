// net.BoundSocket: an address of this machine that has been taken, for a server or a socket to use later.
'use strict';

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

class BoundSocket {
  constructor() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('net.BoundSocket()');
  }
}

module.exports = { BoundSocket };
