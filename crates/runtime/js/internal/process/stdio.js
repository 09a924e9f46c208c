// process.stdout, process.stderr and process.stdin, made when first asked for.
//
// What they are depends on what the descriptor is. Writing to a file or a terminal is synchronous; a pipe is a
// socket, which takes what there is room for at once and the rest as its reader goes on: what still waits when
// the process exits is lost, as in Node.
'use strict';

const { ObjectDefineProperty, ObjectGetOwnPropertyDescriptor } = primordials;
const { guessHandleType, printed, writeAll } = internalBinding('stdio');

function createOutput(fd) {
  const type = guessHandleType(fd);
  if (type === 'TTY') {
    const { WriteStream } = require('tty');
    const stream = new WriteStream(fd);
    stream._type = 'tty';
    return finishOutput(stream, fd);
  }
  if (type === 'PIPE' || type === 'TCP') {
    const { Socket } = require('internal/net/socket');
    const stream = new Socket({ fd, readable: false, writable: true });
    stream._type = 'pipe';
    if (internalBinding('causes').enabled) tellWhatIsPrinted(stream, fd);
    return finishOutput(stream, fd);
  }
  const { Writable } = require('stream');
  const stream = new Writable({
    decodeStrings: false,
    autoDestroy: true,
    write(chunk, encoding, callback) {
      if (typeof chunk === 'string' && encoding !== 'utf8' && encoding !== 'utf-8' && encoding !== 'buffer') {
        chunk = require('buffer').Buffer.from(chunk, encoding);
      }
      const errno = writeAll(fd, chunk);
      if (errno === 0) {
        callback();
        return;
      }
      const { errnoException } = require('internal/errors');
      callback(new errnoException(errno, 'write'));
    },
  });
  stream._type = 'fs';
  return finishOutput(stream, fd);
}

function tellWhatIsPrinted(stream, fd) {
  const { write } = stream;
  stream.write = function(chunk, encoding, callback) {
    if (typeof chunk === 'string' || chunk?.byteLength !== undefined) printed(fd, chunk);
    return write.call(this, chunk, encoding, callback);
  };
}

function finishOutput(stream, fd) {
  stream.fd = fd;
  stream._isStdio = true;
  // A standard stream is never closed: what destroys it is told, and it goes on, as in Node.
  stream.destroySoon = stream.destroy;
  stream._destroy = function(error, callback) {
    callback(error);
    this._undestroy();
    if (!this._writableState.emitClose) process.nextTick(() => this.emit('close'));
  };
  return stream;
}

// What a thread of Node's prints is its parent's; a worker of a page writes itself.
const isHeardByParent = internalBinding('workers').threadId !== 0 && !internalBinding('options').loop.isWindow;

function createInput() {
  if (isHeardByParent) return require('internal/worker/inside').stdin();
  if (!internalBinding('process').facts.isMain) return require('internal/process/worker').createStdin();
  const type = guessHandleType(0);
  const stream = require('internal/process/stdin').createStdin(type);
  stream.fd = 0;
  return stream;
}

function define(process, name, create) {
  let stream;
  const descriptor = {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      return stream ??= create();
    },
    set(value) {
      stream = value;
    },
  };
  ObjectDefineProperty(process, name, descriptor);
  return () => stream !== undefined || ObjectGetOwnPropertyDescriptor(process, name)?.get !== descriptor.get;
}

// Whether a program has ever asked for the stream or put something in its place: until then console may write to the
// descriptor.
const isTouched = { stdout: undefined, stderr: undefined };

function install(process) {
  if (isHeardByParent) {
    const { output } = require('internal/worker/inside');
    define(process, 'stdout', () => output('stdout'));
    define(process, 'stderr', () => output('stderr'));
    define(process, 'stdin', createInput);
    isTouched.stdout = isTouched.stderr = () => true;
    return;
  }
  isTouched.stdout = define(process, 'stdout', () => createOutput(1));
  isTouched.stderr = define(process, 'stderr', () => createOutput(2));
  define(process, 'stdin', createInput);
}

// Lets a thread whose parent does not listen write to the descriptors itself.
function installDirectly(process) {
  isTouched.stdout = define(process, 'stdout', () => createOutput(1));
  isTouched.stderr = define(process, 'stderr', () => createOutput(2));
}

module.exports = { install, installDirectly, isTouched };
