// process.stdin: a Readable over descriptor 0.
//
// Reading starts when a program asks for data and stops when it pauses, so that a program which never
// touches its input is not kept alive by it. A terminal or a pipe is read when the loop finds it ready; a
// file is read by the pool.
'use strict';

const { startReading, stopReading, setReadingRef } = internalBinding('stdio');

const CHUNK_BYTES = 64 * 1024;

// Makes a Readable read descriptor 0 in one of the two ways.
function readStandardInput(stream, way) {
  const { Buffer } = require('buffer');
  let reading = false;
  // The stream has asked for data and not got any yet.
  let wanted = false;

  // A stream asks for more than it needs even while it is paused. A terminal that is paused is not read, so
  // that it does not keep the program alive; a pipe is, as in Node.
  let held = false;

  function start() {
    if (reading || !wanted || (held && stream.listenerCount('readable') === 0)) return;
    reading = true;
    startReading(way, onRead);
  }

  function stop() {
    if (!reading) return;
    reading = false;
    stopReading();
  }

  // `bytes` is null at the end of the input, a negative errno when reading failed.
  function onRead(bytes) {
    wanted = false;
    if (bytes === null) {
      reading = false;
      stream.push(null);
    } else if (typeof bytes === 'number') {
      reading = false;
      const { errnoException } = require('internal/errors');
      stream.destroy(new errnoException(bytes, 'read'));
    } else if (!stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
      stop();
    }
  }

  stream._read = () => {
    wanted = true;
    start();
  };
  stream._destroy = (error, callback) => {
    stop();
    callback(error);
  };
  stream.on('pause', () => {
    held = stream.isTTY === true;
    stop();
  });
  stream.on('resume', () => {
    held = false;
    start();
  });
  stream.ref = () => {
    setReadingRef(true);
    return stream;
  };
  stream.unref = () => {
    setReadingRef(false);
    return stream;
  };
}

function createStdin(type) {
  if (type === 'TTY') return new (require('tty').ReadStream)(0);
  const { Readable } = require('stream');
  const stdin = new Readable({ highWaterMark: CHUNK_BYTES, autoDestroy: false });
  readStandardInput(stdin, type === 'PIPE' ? 'poll' : 'pool');
  stdin.isTTY = undefined;
  return stdin;
}

module.exports = { CHUNK_BYTES, createStdin, readStandardInput };
