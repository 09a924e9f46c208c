'use strict';

// `dgram`: UDP sockets.

const { Socket } = require('internal/dgram/socket');

function createSocket(type, listener) {
  return new Socket(type, listener);
}

module.exports = { createSocket, Socket };
