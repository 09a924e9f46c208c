'use strict';

// `stream/web`: the streams of the web, each loaded when it is first asked for.

const { lazyValues } = require('internal/util/lazy_members');

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

for (let i = 0; i < CLASSES.length; i++) lazyValues(module.exports, CLASSES[i][0], CLASSES[i][1]);
