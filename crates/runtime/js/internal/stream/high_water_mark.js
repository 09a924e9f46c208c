'use strict';

// How much a stream keeps before it asks to wait: the defaults, and what options say.

const { MathFloor, NumberIsInteger } = primordials;

const {
  codes: { ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const { validateInteger } = require('internal/validators');

let defaultBytes = 64 * 1024;
let defaultObjects = 16;

function getDefaultHighWaterMark(objectMode) {
  return objectMode ? defaultObjects : defaultBytes;
}

function setDefaultHighWaterMark(objectMode, value) {
  validateInteger(value, 'value', 0);
  if (objectMode) {
    defaultObjects = value;
  } else {
    defaultBytes = value;
  }
}

// The mark of one side of a stream. A duplex may give each side its own (`sideKey`).
function highWaterMarkOf(objectMode, options, sideKey, isDuplex) {
  const mark = options?.highWaterMark ?? (isDuplex ? options?.[sideKey] : null);
  if (mark == null) return getDefaultHighWaterMark(objectMode);
  if (!NumberIsInteger(mark) || mark < 0) {
    const name = isDuplex && options?.highWaterMark == null ? sideKey : 'highWaterMark';
    throw new ERR_INVALID_ARG_VALUE(`options.${name}`, mark);
  }
  return MathFloor(mark);
}

module.exports = { getDefaultHighWaterMark, highWaterMarkOf, setDefaultHighWaterMark };
