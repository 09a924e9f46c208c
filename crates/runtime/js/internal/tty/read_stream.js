// A terminal that is read from. Only descriptor 0 can be: the loop reads no other.
'use strict';

const { FunctionPrototypeCall, ObjectSetPrototypeOf, Symbol } = primordials;

const { Readable } = require('stream');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED }, errnoException } = require('internal/errors');
const { checkDescriptor } = require('internal/tty/descriptor');
const { CHUNK_BYTES, readStandardInput } = require('internal/process/stdin');
const { setRawMode, reset } = internalBinding('tty');

const kFd = Symbol('fd');

function ReadStream(fd, options) {
  if (!new.target) return new ReadStream(fd, options);
  checkDescriptor(fd);
  if (fd !== 0) throw new ERR_METHOD_NOT_IMPLEMENTED('tty.ReadStream() of a descriptor other than 0');
  FunctionPrototypeCall(Readable, this, { highWaterMark: CHUNK_BYTES, autoDestroy: false, ...options });
  this[kFd] = fd;
  this.isRaw = false;
  this.isTTY = true;
  readStandardInput(this, 'poll');
}

ObjectSetPrototypeOf(ReadStream.prototype, Readable.prototype);
ObjectSetPrototypeOf(ReadStream, Readable);

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
