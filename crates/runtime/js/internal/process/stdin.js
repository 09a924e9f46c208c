// process.stdin: a Readable over descriptor 0.
//
// Reading starts when a program asks for data and stops when it pauses, so that a program which never
// touches its input is not kept alive by it. A terminal or a pipe is read when the loop finds it ready; a
// file is read by the pool.
'use strict';

const { startReading, stopReading, setReadingRef } = internalBinding('stdio');

const CHUNK_BYTES = 64 * 1024;

function createStdin(type) {
  const { Readable } = require('stream');
  const { Buffer } = require('buffer');
  let reading = false;

  const stdin = new Readable({
    highWaterMark: CHUNK_BYTES,
    autoDestroy: false,
    read() {
      if (reading) return;
      reading = true;
      startReading(type === 'FILE' || type === 'UNKNOWN' ? 'pool' : 'poll', onRead);
    },
    destroy(error, callback) {
      stop();
      callback(error);
    },
  });

  function stop() {
    if (!reading) return;
    reading = false;
    stopReading();
  }

  // `bytes` is null at the end of the input, a negative errno when reading failed.
  function onRead(bytes) {
    if (bytes === null) {
      reading = false;
      stdin.push(null);
    } else if (typeof bytes === 'number') {
      reading = false;
      const { errnoException } = require('internal/errors');
      stdin.destroy(new errnoException(bytes, 'read'));
    } else if (!stdin.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
      stop();
    }
  }

  stdin.on('pause', stop);
  stdin.isTTY = type === 'TTY' ? true : undefined;
  stdin.ref = () => {
    setReadingRef(true);
    return stdin;
  };
  stdin.unref = () => {
    setReadingRef(false);
    return stdin;
  };
  if (type === 'TTY') {
    stdin.isRaw = false;
    stdin.setRawMode = function setRawMode() {
      const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
      throw new ERR_METHOD_NOT_IMPLEMENTED('process.stdin.setRawMode()');
    };
  }
  return stdin;
}

module.exports = { createStdin };
