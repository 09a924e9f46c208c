// The way past the standard streams: lines of the global console written straight to the descriptor.
//
// Making a stream costs more than most programs' whole output. Whoever has the stream in hand (to replace
// `write`, to listen, to ask for columns) must have read `process.stdout`, and from then on
// the console goes through it. A terminal always gets its stream: colours are asked of it. A page has no `process` to read
// the stream from, and none is made for it. A thread of Node's has none but what its parent hears; a worker of a page writes itself,
// to a terminal too.
'use strict';

const { isLoaded } = internalBinding('builtins');
const { isWorker, loop } = internalBinding('options');

const isPage = loop.isWindow && !loop.nodeGlobals;
const isPageWorker = loop.isWindow && isWorker;
const processNames = { __proto__: null, _stdout: 'stdout', _stderr: 'stderr' };
const fds = { __proto__: null, _stdout: 1, _stderr: 2 };

// A stream that is there, or may be another than the descriptor's.
function isTouched(key) {
  // Without a process object nobody can have had its streams.
  if (!isLoaded('internal/process/stdio')) return isWorker && !isPageWorker;
  const { [processNames[key]]: isStreamTouched } = require('internal/process/stdio').isTouched;
  return isStreamTouched === undefined ? !isPage : isStreamTouched();
}

/** `isReplaced[key]()` tells whether a program has given the console another stream. */
function createDirectOutput(isReplaced) {
  const terminals = { __proto__: null, _stdout: undefined, _stderr: undefined };
  return {
    isUntouched(key) {
      if (isReplaced[key]() || isTouched(key)) return false;
      if (isPageWorker) return true;
      terminals[key] ??= internalBinding('stdio').guessHandleType(fds[key]) === 'TTY';
      return !terminals[key];
    },
    // Whether all of it is out. If not (a closed or a full pipe, a full disk), the stream tries, and reports as it does.
    write(key, text) {
      const { writeAll, writeNow } = internalBinding('stdio');
      return isPage ? writeAll(fds[key], text) === 0 : writeNow(fds[key], text);
    },
  };
}

module.exports = { createDirectOutput };
