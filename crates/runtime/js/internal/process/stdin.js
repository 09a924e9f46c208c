// process.stdin: what descriptor 0 is decides what it is. A terminal and a pipe are read when the loop finds
// them ready, a file as files are.
//
// Reading starts when a program asks for data and stops when it pauses, so that a program which never touches
// its input is not kept alive by it.
'use strict';

function createStdin(type) {
  if (type === 'FILE') {
    const { ReadStream } = require('internal/fs/streams');
    return new ReadStream(null, { fd: 0, autoClose: false });
  }
  if (type !== 'TTY' && type !== 'PIPE') return createEmpty();
  const stdin = type === 'TTY' ? new (require('tty').ReadStream)(0) : createPipe();
  // A program that pauses its input is not kept alive by it.
  stdin.on('pause', () => process.nextTick(onPause, stdin));
  return stdin;
}

function createPipe() {
  const { Socket } = require('internal/net/socket');
  const stdin = new Socket({ fd: 0, readable: true, writable: false, manualStart: true });
  // Closed by the system, not by the stream.
  stdin._type = 'pipe';
  return stdin;
}

function createEmpty() {
  const { Readable } = require('stream');
  const stdin = new Readable({ read() {} });
  stdin.push(null);
  return stdin;
}

function onPause(stdin) {
  const handle = stdin._handle;
  if (!handle?.reading || stdin._readableState.flowing) return;
  handle.reading = false;
  stdin._readableState.reading = false;
  handle.readStop();
}

module.exports = { createStdin };
