// `tty`: terminals as streams.
'use strict';

const { NumberIsInteger } = primordials;

const { isTTY } = internalBinding('tty');
const { ReadStream } = require('internal/tty/read_stream');
const { WriteStream } = require('internal/tty/write_stream');

function isatty(fd) {
  return NumberIsInteger(fd) && fd >= 0 && fd <= 2147483647 && isTTY(fd);
}

module.exports = { isatty, ReadStream, WriteStream };
