'use strict';

// PassThrough: the Transform that changes nothing.

const { FunctionPrototypeCall, ObjectSetPrototypeOf } = primordials;

const { Transform } = require('internal/stream/transform');

function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  FunctionPrototypeCall(Transform, this, options);
}
ObjectSetPrototypeOf(PassThrough.prototype, Transform.prototype);
ObjectSetPrototypeOf(PassThrough, Transform);

PassThrough.prototype._transform = function(chunk, encoding, callback) {
  callback(null, chunk);
};

module.exports = { PassThrough };
