// A terminal that is written to: synchronously, so that nothing is lost when the process ends.
//
// `columns` and `rows` ask the terminal each time they are read. Node keeps numbers and refreshes them on
// SIGWINCH; here that signal is watched only while somebody listens for 'resize'.
'use strict';

const { ArrayIsArray, FunctionPrototypeCall, ObjectDefineProperties, ObjectDefineProperty, ObjectSetPrototypeOf, Symbol } = primordials;

const { Writable } = require('stream');
const { errnoException } = require('internal/errors');
const { checkDescriptor } = require('internal/tty/descriptor');
const colors = require('internal/tty/color_depth');
const cursor = require('internal/tty/cursor');
const { getWindowSize } = internalBinding('tty');

const LAST_STANDARD_FD = 2;

const kFd = Symbol('fd');

// 0, or a negative errno.
function writeTo(fd, chunk) {
  if (fd <= LAST_STANDARD_FD) return internalBinding('stdio').writeAll(fd, chunk);
  const { writeSync } = require('fs');
  const { Buffer } = require('buffer');
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  for (let written = 0; written < bytes.length;) {
    written += writeSync(fd, bytes, written);
  }
  return 0;
}

function WriteStream(fd) {
  if (!new.target) return new WriteStream(fd);
  checkDescriptor(fd);
  FunctionPrototypeCall(Writable, this, { decodeStrings: false, autoDestroy: true });
  this[kFd] = fd;
  defineSize(this);
  watchResize(this);
}

ObjectSetPrototypeOf(WriteStream.prototype, Writable.prototype);
ObjectSetPrototypeOf(WriteStream, Writable);

function sizeOf(stream, index) {
  const size = getWindowSize(stream[kFd]);
  return ArrayIsArray(size) ? size[index] : undefined;
}

function defineSize(stream) {
  const dimension = (name, index) => ({
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      return sizeOf(stream, index);
    },
    // A program may pretend another size, as it may in Node.
    set(value) {
      ObjectDefineProperty(stream, name, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
    },
  });
  ObjectDefineProperties(stream, { columns: dimension('columns', 0), rows: dimension('rows', 1) });
}

function watchResize(stream) {
  let seen;
  const onSignal = () => {
    const now = getWindowSize(stream[kFd]);
    if (!ArrayIsArray(now) || (now[0] === seen[0] && now[1] === seen[1])) return;
    seen = now;
    stream.emit('resize');
  };
  stream.on('newListener', (event) => {
    if (event !== 'resize' || seen !== undefined) return;
    const size = getWindowSize(stream[kFd]);
    seen = ArrayIsArray(size) ? size : [0, 0];
    process.on('SIGWINCH', onSignal);
  });
  stream.on('removeListener', (event) => {
    if (event !== 'resize' || seen === undefined || stream.listenerCount('resize') !== 0) return;
    seen = undefined;
    process.removeListener('SIGWINCH', onSignal);
  });
}

WriteStream.prototype.isTTY = true;

WriteStream.prototype._write = function(chunk, encoding, callback) {
  if (typeof chunk === 'string' && encoding !== 'utf8' && encoding !== 'utf-8') {
    chunk = require('buffer').Buffer.from(chunk, encoding);
  }
  const errno = writeTo(this[kFd], chunk);
  callback(errno === 0 ? null : new errnoException(errno, 'write'));
};

WriteStream.prototype.getColorDepth = colors.getColorDepth;
WriteStream.prototype.hasColors = colors.hasColors;

WriteStream.prototype.getWindowSize = function() {
  return [this.columns, this.rows];
};

WriteStream.prototype.cursorTo = function(x, y, callback) {
  return cursor.cursorTo(this, x, y, callback);
};

WriteStream.prototype.moveCursor = function(dx, dy, callback) {
  return cursor.moveCursor(this, dx, dy, callback);
};

WriteStream.prototype.clearLine = function(direction, callback) {
  return cursor.clearLine(this, direction, callback);
};

WriteStream.prototype.clearScreenDown = function(callback) {
  return cursor.clearScreenDown(this, callback);
};

module.exports = { WriteStream };
