'use strict';

// The option `stdio`: what each of the child's descriptors is to be.

const { ArrayIsArray, ArrayPrototypePush, NumberIsInteger } = primordials;

const {
  codes: {
    ERR_INVALID_ARG_VALUE, ERR_INVALID_SYNC_FORK_INPUT, ERR_IPC_ONE_PIPE, ERR_IPC_SYNC_FORK,
  },
} = require('internal/errors');
const { isArrayBufferView } = require('internal/util/views');

// A list with 'pipe', 'ignore', 'ipc' (at most once), a descriptor's number or the handle of a stream for 0, 1, 2 and
// whatever comes after.
function stdioOf(stdio, way) {
  if (typeof stdio === 'string') {
    stdio = expanded(stdio);
  } else if (stdio === undefined || stdio === null) {
    stdio = ['pipe', 'pipe', 'pipe'];
  } else if (!ArrayIsArray(stdio)) {
    throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  }
  const targets = [];
  let hasChannel = false;
  for (let i = 0; i < stdio.length || i < 3; i++) {
    const target = targetOf(stdio[i], i, way);
    if (target === 'ipc' && hasChannel) throw new ERR_IPC_ONE_PIPE();
    hasChannel ||= target === 'ipc';
    ArrayPrototypePush(targets, target);
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

function targetOf(value, index, way) {
  if (value === undefined || value === null || (typeof value === 'number' && value < 0)) {
    return index < 3 ? 'pipe' : 'ignore';
  }
  if (value === 'ignore') return 'ignore';
  if (value === 'pipe' || value === 'overlapped') return 'pipe';
  if (value === 'inherit') return index;
  if (value === 'ipc') {
    if (way === 'sync') throw new ERR_IPC_SYNC_FORK();
    return 'ipc';
  }
  const number = typeof value === 'object' ? value.fd : value;
  if (typeof number === 'number') {
    // Node dies of numbers that are no descriptors.
    if (!NumberIsInteger(number)) throw new ERR_INVALID_ARG_VALUE('stdio', value);
    return number;
  }
  if (typeof value._handle?.number === 'number') return handOver(value);
  if (typeof value === 'string' || isArrayBufferView(value)) {
    if (way === 'sync') return 'ignore';
    throw new ERR_INVALID_SYNC_FORK_INPUT(require('internal/util/inspect').inspect(value));
  }
  throw new ERR_INVALID_ARG_VALUE('stdio', value);
}

// What comes from a stream that is given to a child is the child's to read. Afterwards a program may read it again.
function handOver(stream) {
  const { _handle: handle } = stream;
  if (handle.reading) {
    handle.reading = false;
    handle.readStop();
    stream.pause();
    // Nobody answers what it has asked for.
    stream._readableState.reading = false;
  }
  return handle;
}

module.exports = { stdioOf };
