// Moving the cursor of a terminal and clearing what it shows, by the control sequences of ECMA-48.
'use strict';

const { NumberIsNaN } = primordials;
const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_CURSOR_POS } } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const CSI = '\x1b[';

// Nothing to write still calls back, later.
function writeSequence(stream, sequence, callback) {
  if (stream === null || stream === undefined || sequence === '') {
    if (typeof callback === 'function') process.nextTick(callback, null);
    return true;
  }
  return stream.write(sequence, callback);
}

function checkCallback(callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
}

function cursorTo(stream, x, y, callback) {
  checkCallback(callback);
  if (typeof y === 'function') {
    callback = y;
    y = undefined;
  }
  if (NumberIsNaN(x)) throw new ERR_INVALID_ARG_VALUE('x', x);
  if (NumberIsNaN(y)) throw new ERR_INVALID_ARG_VALUE('y', y);
  if (typeof x !== 'number') {
    if (typeof y === 'number') throw new ERR_INVALID_CURSOR_POS();
    return writeSequence(stream, '', callback);
  }
  return writeSequence(stream, typeof y === 'number' ? `${CSI}${y + 1};${x + 1}H` : `${CSI}${x + 1}G`, callback);
}

function moveCursor(stream, dx, dy, callback) {
  checkCallback(callback);
  let sequence = '';
  if (dx < 0) sequence += `${CSI}${-dx}D`;
  else if (dx > 0) sequence += `${CSI}${dx}C`;
  if (dy < 0) sequence += `${CSI}${-dy}A`;
  else if (dy > 0) sequence += `${CSI}${dy}B`;
  return writeSequence(stream, sequence, callback);
}

// A negative direction clears to the left, a positive one to the right, zero the whole line.
function clearLine(stream, direction, callback) {
  checkCallback(callback);
  const part = direction < 0 ? 1 : direction > 0 ? 0 : 2;
  return writeSequence(stream, `${CSI}${part}K`, callback);
}

function clearScreenDown(stream, callback) {
  checkCallback(callback);
  return writeSequence(stream, `${CSI}0J`, callback);
}

module.exports = { cursorTo, moveCursor, clearLine, clearScreenDown };
