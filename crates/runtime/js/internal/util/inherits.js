// `util.inherits`: what `extends` was before there were classes.
'use strict';

const {
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
} = primordials;

function inherits(ctor, superCtor) {
  const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  if (ctor === undefined || ctor === null) throw new ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  if (superCtor === undefined || superCtor === null) throw new ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  if (superCtor.prototype === undefined) {
    throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  }
  ObjectDefineProperty(ctor, 'super_', { __proto__: null, value: superCtor, writable: true, configurable: true });
  ObjectSetPrototypeOf(ctor.prototype, superCtor.prototype);
}

module.exports = { inherits };
