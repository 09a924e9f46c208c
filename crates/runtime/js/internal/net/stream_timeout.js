// The idle timeout of sockets: 'timeout' after so long without anything read or written. It never keeps the
// loop alive.
'use strict';

const { NumberIsFinite, Symbol } = primordials;

const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');

const kTimeout = Symbol('timeout');

// `setTimeout(ms[, callback])` of a stream.
function setStreamTimeout(ms, callback) {
  if (this.destroyed) return this;
  this.timeout = ms;
  validateNumber(ms, 'msecs');
  if (ms < 0 || !NumberIsFinite(ms)) throw new ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', ms);
  if (ms > 2 ** 31 - 1) {
    process.emitWarning(`${ms} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${2 ** 31 - 1}.`,
                        'TimeoutOverflowWarning');
    ms = 2 ** 31 - 1;
  }
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

module.exports = { setStreamTimeout, stopTimeout, touch };
