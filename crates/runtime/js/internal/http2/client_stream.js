// Streams of a client: requests, and what a server pushes.
'use strict';

const { Http2Stream, kInit } = require('internal/http2/stream');

class ClientHttp2Stream extends Http2Stream {
  constructor(session, id, options) {
    super(session, options);
    if (id !== undefined) this[kInit](id);
    this.on('headers', handleContinue);
  }
}

// Also told under its own name.
function handleContinue(headers) {
  if (headers[':status'] === 100) this.emit('continue');
}

module.exports = { ClientHttp2Stream };
