// Utf8Stream, a writer of lines for loggers, is not here.
'use strict';

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

class Utf8Stream {
  constructor() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('fs.Utf8Stream');
  }
}

module.exports = { Utf8Stream };
