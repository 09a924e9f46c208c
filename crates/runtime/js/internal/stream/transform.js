'use strict';

// Transform: a Duplex whose output is made from its input. `_transform` gets a chunk and a
// callback; the next chunk is asked for only when the readable side has room.

const { FunctionPrototypeCall, ObjectSetPrototypeOf, Symbol } = primordials;

const {
  codes: { ERR_METHOD_NOT_IMPLEMENTED },
} = require('internal/errors');
const { Duplex } = require('internal/stream/duplex');

const kCallback = Symbol('kCallback');

function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  // A readable mark of 0 must not make the writable side accept nothing, see Node's transform.js.
  if (options && options.readableHighWaterMark === 0) {
    options = {
      ...options,
      highWaterMark: null,
      readableHighWaterMark: 0,
      writableHighWaterMark: options.writableHighWaterMark || 0,
    };
  }
  FunctionPrototypeCall(Duplex, this, options);
  // Reading asks for input first, so a push is never inside `_read`.
  this._readableState.sync = false;
  this[kCallback] = null;
  if (options) {
    if (typeof options.transform === 'function') this._transform = options.transform;
    if (typeof options.flush === 'function') this._flush = options.flush;
  }
  // Without an own `_final` this is a second call of the same; with one, the flush still happens.
  this.on('prefinish', onPrefinish);
}
ObjectSetPrototypeOf(Transform.prototype, Duplex.prototype);
ObjectSetPrototypeOf(Transform, Duplex);

function flush(callback) {
  if (typeof this._flush !== 'function' || this.destroyed) {
    this.push(null);
    if (callback) callback();
    return;
  }
  this._flush((error, data) => {
    if (error) {
      if (callback) {
        callback(error);
      } else {
        this.destroy(error);
      }
      return;
    }
    if (data != null) this.push(data);
    this.push(null);
    if (callback) callback();
  });
}

function onPrefinish() {
  if (this._final !== flush) FunctionPrototypeCall(flush, this);
}

Transform.prototype._final = flush;

Transform.prototype._transform = function(chunk, encoding, callback) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

Transform.prototype._write = function(chunk, encoding, callback) {
  const readable = this._readableState;
  const writable = this._writableState;
  const { length } = readable;
  this._transform(chunk, encoding, (error, data) => {
    if (error) {
      callback(error);
      return;
    }
    if (data != null) this.push(data);
    if (readable.ended) {
      // Pushed null: no more output, so what is still written only waits to be forgotten.
      process.nextTick(callback);
    } else if (writable.ended || length === readable.length ||
               readable.length < readable.highWaterMark) {
      callback();
    } else {
      this[kCallback] = callback;
    }
  });
};

Transform.prototype._read = function() {
  const callback = this[kCallback];
  if (!callback) return;
  this[kCallback] = null;
  callback();
};

module.exports = { Transform };
