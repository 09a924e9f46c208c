// The way past the standard streams: lines of the global console written straight to the descriptor.
//
// Making a stream costs more than most programs' whole output. Whoever has the stream in hand (to replace
// `write`, to listen, to ask for columns) must have read `process.stdout`, and from then on
// the console goes through it. A terminal always gets its stream: colours are asked of it. A page has no `process` to read
// the stream from, and none is made for it.
'use strict';

const {
  ObjectGetOwnPropertyDescriptor,
} = primordials;
const { isMade } = require('internal/process/stdio');

const { loop } = internalBinding('options');

const isPage = loop.isWindow && !loop.nodeGlobals;
const processNames = { __proto__: null, _stdout: 'stdout', _stderr: 'stderr' };
const fds = { __proto__: null, _stdout: 1, _stderr: 2 };

function getterOf(key) {
  if (isPage) return undefined;
  return ObjectGetOwnPropertyDescriptor(process, processNames[key])?.get;
}

/** `isReplaced[key]()` tells whether a program has given the console another stream. */
function createDirectOutput(isReplaced) {
  const getters = { __proto__: null, _stdout: getterOf('_stdout'), _stderr: getterOf('_stderr') };
  const terminals = { __proto__: null, _stdout: undefined, _stderr: undefined };
  return {
    isUntouched(key) {
      const made = isMade[processNames[key]];
      if ((made === undefined ? !isPage : made()) || isReplaced[key]() || getterOf(key) !== getters[key]) return false;
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
