// Whether output to a stream is coloured: the environment's wish first, then what the stream can do.
'use strict';

const { isLoaded } = internalBinding('builtins');

/**
 * FORCE_COLOR decides alone if it is set; else the stream must be a terminal of more than two colours
 * (its getColorDepth looks at NO_COLOR, NODE_DISABLE_COLORS and TERM).
 */
function shouldColorize(stream) {
  const force = forceColor();
  if (force !== undefined) {
    switch (force) {
      case '': case '1': case 'true': case '2': case '3':
        return true;
      default:
        return false;
    }
  }
  if (!stream?.isTTY) return false;
  return typeof stream.getColorDepth === 'function' ? stream.getColorDepth() > 2 : true;
}

// Without making the process object for it.
function forceColor() {
  if (isLoaded('internal/process/env')) return process.env.FORCE_COLOR;
  return internalBinding('process').environmentVariable('FORCE_COLOR');
}

module.exports = { shouldColorize };
