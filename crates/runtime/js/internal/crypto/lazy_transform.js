// A Transform whose stream half is made when it is first touched: most digests and ciphers are never used as streams.
'use strict';

const { FunctionPrototypeCall, ObjectDefineProperties, ObjectDefineProperty, ObjectSetPrototypeOf } = primordials;

const { Transform } = require('internal/stream/transform');

function LazyTransform(options) {
  this._options = options;
}
ObjectSetPrototypeOf(LazyTransform.prototype, Transform.prototype);
ObjectSetPrototypeOf(LazyTransform, Transform);

function begin(self) {
  // The constructor assigns both states; what is assigned must become an own property.
  ObjectDefineProperties(self, {
    _readableState: { __proto__: null, value: undefined, writable: true, configurable: true, enumerable: true },
    _writableState: { __proto__: null, value: undefined, writable: true, configurable: true, enumerable: true },
  });
  FunctionPrototypeCall(Transform, self, self._options);
  self._writableState.decodeStrings = false;
}

function lazyState(name) {
  ObjectDefineProperty(LazyTransform.prototype, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      // The prototype itself is no stream.
      if (this._options === undefined && this === LazyTransform.prototype) return undefined;
      begin(this);
      return this[name];
    },
    set(value) {
      ObjectDefineProperty(this, name, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
    },
  });
}

lazyState('_readableState');
lazyState('_writableState');

module.exports = { LazyTransform };
