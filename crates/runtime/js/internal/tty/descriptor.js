// The checks that both kinds of terminal streams begin with.
'use strict';

const { isTTY } = internalBinding('tty');
const { codes: { ERR_INVALID_FD, ERR_TTY_INIT_FAILED }, uvErrmapGet } = require('internal/errors');

const { guessHandleType } = internalBinding('stdio');

const EINVAL = -22;
const LAST_STANDARD_FD = 2;

function checkDescriptor(fd) {
  if (typeof fd !== 'number' || fd >> 0 !== fd || fd < 0) throw new ERR_INVALID_FD(fd);
  // libuv takes a pipe for a terminal of unknown size; it refuses files.
  if (isTTY(fd) || (fd <= LAST_STANDARD_FD && guessHandleType(fd) === 'PIPE')) return;
  const { 0: code, 1: message } = uvErrmapGet(EINVAL);
  throw new ERR_TTY_INIT_FAILED({ errno: EINVAL, code, message, syscall: 'uv_tty_init' });
}

module.exports = { checkDescriptor };
