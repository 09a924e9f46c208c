'use strict';

// The option `stdio`: what each of the child's descriptors is to be.

const { ArrayIsArray, ArrayPrototypePush } = primordials;

const {
  codes: { ERR_INVALID_ARG_VALUE, ERR_METHOD_NOT_IMPLEMENTED },
} = require('internal/errors');

// A list with 'pipe', 'ignore' or a descriptor's number for 0, 1 and 2.
function stdioOf(stdio) {
  if (typeof stdio === 'string') {
    stdio = expanded(stdio);
  } else if (stdio === undefined || stdio === null) {
    stdio = ['pipe', 'pipe', 'pipe'];
  } else if (!ArrayIsArray(stdio)) {
    throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  }
  const targets = [];
  for (let i = 0; i < stdio.length || i < 3; i++) {
    const target = targetOf(stdio[i], i);
    if (i < 3) {
      ArrayPrototypePush(targets, target);
    } else if (target !== 'ignore') {
      throw new ERR_METHOD_NOT_IMPLEMENTED(`stdio[${i}]: a descriptor of a child beyond the standard three`);
    }
  }
  return targets;
}

function expanded(name) {
  switch (name) {
    case 'ignore':
    case 'pipe':
    case 'overlapped':
      return [name, name, name];
    case 'inherit':
      return [0, 1, 2];
    default:
      throw new ERR_INVALID_ARG_VALUE('stdio', name);
  }
}

function targetOf(value, index) {
  if (value === undefined || value === null) return index < 3 ? 'pipe' : 'ignore';
  if (value === 'ignore') return 'ignore';
  if (value === 'pipe' || value === 'overlapped') return 'pipe';
  if (typeof value === 'number' && value < 0) throw new ERR_INVALID_ARG_VALUE('stdio', value);
  if (value === 'inherit') return index;
  if (typeof value === 'number') return value;
  if (value === 'ipc') throw new ERR_METHOD_NOT_IMPLEMENTED('a child process with an IPC channel');
  if (typeof value === 'object' && typeof value.fd === 'number') return value.fd;
  throw new ERR_INVALID_ARG_VALUE('stdio', value);
}

module.exports = { stdioOf };
