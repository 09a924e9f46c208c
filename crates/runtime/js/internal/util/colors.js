// Whether output to a stream is coloured: the environment's wish first, then what the stream can do.
'use strict';

/**
 * FORCE_COLOR decides alone if it is set; else the stream must be a terminal of more than two colours
 * (its getColorDepth looks at NO_COLOR, NODE_DISABLE_COLORS and TERM).
 */
function shouldColorize(stream) {
  const force = process.env.FORCE_COLOR;
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

module.exports = { shouldColorize };
