// process.stdout, process.stderr and process.stdin, made when first asked for.
//
// On POSIX the two outputs are synchronous whatever they are connected to (file, pipe or terminal), so
// that nothing written is lost when the process ends: one write call, repeated until all is out.
'use strict';

const { ObjectDefineProperty } = primordials;
const { writeAll, guessHandleType } = internalBinding('stdio');

function createOutput(fd) {
  const type = guessHandleType(fd);
  if (type === 'TTY') {
    const { WriteStream } = require('tty');
    const stream = new WriteStream(fd);
    stream._type = 'tty';
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
  stream._type = type === 'FILE' ? 'fs' : 'pipe';
  return finishOutput(stream, fd);
}

function finishOutput(stream, fd) {
  stream.fd = fd;
  stream._isStdio = true;
  // Node's standard streams never really close: end() finishes, the descriptor stays.
  stream.destroySoon = stream.destroy;
  stream._destroy = function(error, callback) {
    callback(error);
    if (!stream._writableState?.emitClose) process.nextTick(() => stream.emit('close'));
  };
  return stream;
}

function createInput() {
  if (!internalBinding('process').facts.isMain) return require('internal/process/worker').createStdin();
  const type = guessHandleType(0);
  const stream = require('internal/process/stdin').createStdin(type);
  stream.fd = 0;
  return stream;
}

function define(process, name, create) {
  let stream;
  ObjectDefineProperty(process, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      return stream ??= create();
    },
    set(value) {
      stream = value;
    },
  });
  return () => stream !== undefined;
}

// Whether a program has ever asked for the stream: until then console may write to the descriptor.
const isMade = { stdout: undefined, stderr: undefined };

function install(process) {
  isMade.stdout = define(process, 'stdout', () => createOutput(1));
  isMade.stderr = define(process, 'stderr', () => createOutput(2));
  define(process, 'stdin', createInput);
}

module.exports = { install, isMade };
