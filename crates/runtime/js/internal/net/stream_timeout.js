// The idle timeout of sockets: 'timeout' after so long without anything read or written. It never keeps the
// loop alive.
'use strict';

const { NumberIsFinite, Symbol } = primordials;

const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');

const kTimeout = Symbol('timeout');

const MAX_DURATION_MS = 2 ** 31 - 1;

// `setTimeout(ms[, callback])` of a stream.
function setStreamTimeout(ms, callback) {
  if (this.destroyed) return this;
  this.timeout = ms;
  ms = checkedDuration(ms, 'msecs');
  stopTimeout(this);
  if (ms === 0) {
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.removeListener('timeout', callback);
    }
  } else {
    // The time runs even if the callback is refused, as in Node.
    this[kTimeout] = require('timers').setTimeout(() => this._onTimeout(), ms).unref();
    touch(this);
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.once('timeout', callback);
    }
  }
  return this;
}

// A time that a timer can take. One that is too long is cut, with a warning.
function checkedDuration(ms, name) {
  validateNumber(ms, name);
  if (ms < 0 || !NumberIsFinite(ms)) throw new ERR_OUT_OF_RANGE(name, 'a non-negative finite number', ms);
  if (ms <= MAX_DURATION_MS) return ms;
  process.emitWarning(`${ms} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${MAX_DURATION_MS}.`,
                      'TimeoutOverflowWarning');
  return MAX_DURATION_MS;
}

function stopTimeout(stream) {
  if (stream[kTimeout]) {
    require('timers').clearTimeout(stream[kTimeout]);
    stream[kTimeout] = null;
  }
}

// Something has happened on a stream: its time, and that of those around it, begins anew.
function touch(stream) {
  for (let each = stream; each; each = each._parent) {
    if (each[kTimeout]) each[kTimeout].refresh();
  }
}

module.exports = { checkedDuration, setStreamTimeout, stopTimeout, touch };
