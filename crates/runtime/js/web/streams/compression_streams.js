// CompressionStream and DecompressionStream: they need zlib, which this runtime does not have yet; both say so when they are made.
'use strict';

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

class CompressionStream {
  constructor() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('CompressionStream(), which needs zlib');
  }
}

class DecompressionStream {
  constructor() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('DecompressionStream(), which needs zlib');
  }
}

module.exports = { CompressionStream, DecompressionStream };
