// A terminal that is read from: a socket whose handle is a terminal.
'use strict';

const { FunctionPrototypeCall, ObjectSetPrototypeOf, Symbol } = primordials;

const { errnoException } = require('internal/errors');
const { Socket } = require('internal/net/socket');
const { TTY } = require('internal/streams/handle');
const { checkDescriptor } = require('internal/tty/descriptor');
const { setRawMode, reset } = internalBinding('tty');

const kFd = Symbol('fd');

function ReadStream(fd, options) {
  if (!new.target) return new ReadStream(fd, options);
  checkDescriptor(fd);
  FunctionPrototypeCall(Socket, this, { highWaterMark: 0, handle: TTY.open(fd), manualStart: true, ...options });
  this[kFd] = fd;
  this.isRaw = false;
  this.isTTY = true;
}

ObjectSetPrototypeOf(ReadStream.prototype, Socket.prototype);
ObjectSetPrototypeOf(ReadStream, Socket);

let resetsAtExit = false;

// The mode belongs to the terminal, not to the process: whoever changes it puts it back at the end. A
// process that a signal kills can not.
function resetAtExit() {
  if (resetsAtExit) return;
  resetsAtExit = true;
  process.on('exit', reset);
}

ReadStream.prototype.setRawMode = function(wanted) {
  wanted = !!wanted;
  const errno = setRawMode(this[kFd], wanted);
  if (errno !== 0) {
    this.emit('error', new errnoException(errno, 'setRawMode'));
    return this;
  }
  if (wanted) resetAtExit();
  this.isRaw = wanted;
  return this;
};

module.exports = { ReadStream };
