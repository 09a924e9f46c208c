'use strict';

// `stream/web`: the web's streams are not part of this runtime yet; each class says so when it is used.

const { ArrayPrototypeForEach } = primordials;

const {
  codes: { ERR_METHOD_NOT_IMPLEMENTED },
} = require('internal/errors');

ArrayPrototypeForEach([
  'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest',
  'ReadableByteStreamController', 'ReadableStreamDefaultController', 'TransformStream', 'TransformStreamDefaultController',
  'WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream',
], (name) => {
  module.exports[name] = {
    [name]: class {
      constructor() {
        throw new ERR_METHOD_NOT_IMPLEMENTED(`${name}()`);
      }
    },
  }[name];
});
