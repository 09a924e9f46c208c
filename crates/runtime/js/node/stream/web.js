'use strict';

// `stream/web`: the streams of the web, each loaded when it is first asked for.

const { ObjectDefineProperty } = primordials;

const CLASSES = [
  ['web/streams/readable_stream', ['ReadableStream', 'ReadableStreamTee']],
  ['web/streams/readable_readers', ['ReadableStreamDefaultReader', 'ReadableStreamBYOBReader']],
  ['web/streams/readable_byte_controller', ['ReadableStreamBYOBRequest', 'ReadableByteStreamController']],
  ['web/streams/readable_default_controller', ['ReadableStreamDefaultController']],
  ['web/streams/transform_stream', ['TransformStream', 'TransformStreamDefaultController']],
  ['web/streams/writable_stream', ['WritableStream', 'WritableStreamDefaultWriter']],
  ['web/streams/writable_controller', ['WritableStreamDefaultController']],
  ['web/streams/strategies', ['ByteLengthQueuingStrategy', 'CountQueuingStrategy']],
  ['web/streams/text_streams', ['TextEncoderStream', 'TextDecoderStream']],
  ['web/streams/compression_streams', ['CompressionStream', 'DecompressionStream']],
];

for (let i = 0; i < CLASSES.length; i++) {
  const { 0: id, 1: names } = CLASSES[i];
  for (let j = 0; j < names.length; j++) {
    const name = names[j];
    const define = (value) => ObjectDefineProperty(module.exports, name, {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
    ObjectDefineProperty(module.exports, name, {
      __proto__: null,
      configurable: true,
      enumerable: true,
      get() {
        const value = require(id)[name];
        define(value);
        return value;
      },
      set: define,
    });
  }
}
