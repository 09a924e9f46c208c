// The colours of an assertion's message: those of the terminal that stderr is, or none.
'use strict';

const plain = (text) => text;
const without = { green: plain, red: plain, blue: plain, gray: plain };
const withColors = {
  green: (text) => `\u001b[32m${text}\u001b[39m`,
  red: (text) => `\u001b[31m${text}\u001b[39m`,
  blue: (text) => `\u001b[34m${text}\u001b[39m`,
  gray: (text) => `\u001b[90m${text}\u001b[39m`,
};

function choose() {
  // stderr is not made only to learn that it is no terminal.
  if (process.env.FORCE_COLOR === undefined && internalBinding('stdio').guessHandleType(2) !== 'TTY') return without;
  return require('internal/util/colors').shouldColorize(process.stderr) ? withColors : without;
}

module.exports = { choose };
