'use strict';

// Duplex: a Readable that is also a Writable. The prototype chain goes through Readable;
// Writable's methods are copied.

const {
  ArrayPrototypeForEach,
  ObjectDefineProperties,
  ObjectGetOwnPropertyDescriptor,
  ObjectKeys,
  ObjectSetPrototypeOf,
} = primordials;

module.exports = { Duplex };

const { Readable } = require('internal/stream/readable');
const { Writable } = require('internal/stream/writable');

function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
  this._events ??= {
    close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined,
    data: undefined, end: undefined, readable: undefined,
  };
  Readable.call(this, options);
  Writable.call(this, options);
  this.allowHalfOpen = true;
  if (!options) return;
  this.allowHalfOpen = options.allowHalfOpen !== false;
  if (options.readable === false) {
    this._readableState.readable = false;
    this._readableState.ended = true;
    this._readableState.endEmitted = true;
  }
  if (options.writable === false) {
    this._writableState.writable = false;
    this._writableState.ending = true;
    this._writableState.ended = true;
    this._writableState.finished = true;
  }
}
ObjectSetPrototypeOf(Duplex.prototype, Readable.prototype);
ObjectSetPrototypeOf(Duplex, Readable);

ArrayPrototypeForEach(ObjectKeys(Writable.prototype), (name) => {
  Duplex.prototype[name] ??= Writable.prototype[name];
});
// `destroy` exists on both; the writable one also fails what is buffered.
Duplex.prototype.destroy = Writable.prototype.destroy;

const fromWritable = (name) => ObjectGetOwnPropertyDescriptor(Writable.prototype, name);

ObjectDefineProperties(Duplex.prototype, {
  writable: { __proto__: null, ...fromWritable('writable') },
  writableHighWaterMark: { __proto__: null, ...fromWritable('writableHighWaterMark') },
  writableObjectMode: { __proto__: null, ...fromWritable('writableObjectMode') },
  writableBuffer: { __proto__: null, ...fromWritable('writableBuffer') },
  writableLength: { __proto__: null, ...fromWritable('writableLength') },
  writableFinished: { __proto__: null, ...fromWritable('writableFinished') },
  writableCorked: { __proto__: null, ...fromWritable('writableCorked') },
  writableEnded: { __proto__: null, ...fromWritable('writableEnded') },
  writableNeedDrain: { __proto__: null, ...fromWritable('writableNeedDrain') },
  writableAborted: { __proto__: null, ...fromWritable('writableAborted') },
  destroyed: {
    __proto__: null,
    get() {
      if (this._readableState === undefined || this._writableState === undefined) return false;
      return this._readableState.destroyed && this._writableState.destroyed;
    },
    set(value) {
      if (!this._readableState || !this._writableState) return;
      this._readableState.destroyed = value;
      this._writableState.destroyed = value;
    },
  },
});

Duplex.fromWeb = function fromWeb(pair, options) {
  return require('internal/stream/web_adapters').duplexFromWeb(pair, options);
};
Duplex.toWeb = function toWeb(duplex, options) {
  return require('internal/stream/web_adapters').duplexToWeb(duplex, options);
};
Duplex.from = function from(body) {
  return require('internal/stream/duplex_from').duplexFrom(body, 'body');
};
