'use strict';

// The public `stream` module: the Stream function with every other class hung on it.

const { ObjectDefineProperty, ReflectApply, SymbolFor } = primordials;

const { isArrayBufferView, isUint8Array: isBytes } = require('internal/util/views');
const { Stream } = require('internal/stream/legacy');
const { Readable } = require('internal/stream/readable');
const { Writable } = require('internal/stream/writable');
const { Duplex } = require('internal/stream/duplex');
const { Transform } = require('internal/stream/transform');
const { PassThrough } = require('internal/stream/passthrough');
const { destroyer } = require('internal/stream/destroy');
const state = require('internal/stream/inspect_state');
const mark = require('internal/stream/high_water_mark');

// These load with their first call.
function pipeline(...streams) {
  return ReflectApply(require('internal/stream/pipeline').pipeline, undefined, streams);
}

function eos(stream, options, callback) {
  return ReflectApply(require('internal/stream/finished').finished, undefined, arguments);
}

function addAbortSignal(signal, stream) {
  return require('internal/stream/abort_signal').addAbortSignal(signal, stream);
}

module.exports = Stream;
Stream.isDestroyed = state.isDestroyed;
Stream.isDisturbed = state.isDisturbed;
Stream.isErrored = state.isErrored;
Stream.isReadable = state.isReadable;
Stream.isWritable = state.isWritable;
Stream.Readable = Readable;
Stream.Writable = Writable;
Stream.Duplex = Duplex;
Stream.Transform = Transform;
Stream.PassThrough = PassThrough;
Stream.duplexPair = function duplexPair(options) {
  return require('internal/stream/duplex_pair').duplexPair(options);
};
Stream.pipeline = pipeline;
Stream.addAbortSignal = addAbortSignal;
Stream.finished = eos;
Stream.destroy = destroyer;
Stream.compose = function compose(...streams) {
  return ReflectApply(require('internal/stream/compose').compose, undefined, streams);
};
Stream.setDefaultHighWaterMark = mark.setDefaultHighWaterMark;
Stream.getDefaultHighWaterMark = mark.getDefaultHighWaterMark;

const kCustomPromisify = SymbolFor('nodejs.util.promisify.custom');
ObjectDefineProperty(pipeline, kCustomPromisify, {
  __proto__: null,
  enumerable: true,
  get() { return require('internal/stream/pipeline').pipelinePromise; },
});
ObjectDefineProperty(eos, kCustomPromisify, {
  __proto__: null,
  enumerable: true,
  get() { return require('internal/stream/finished').finishedPromise; },
});
ObjectDefineProperty(Stream, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('stream/promises'); },
});

Stream.Stream = Stream;
Stream._isArrayBufferView = isArrayBufferView;
Stream._isUint8Array = function isUint8Array(value) { return isBytes(value); };
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
  const { Buffer } = require('internal/buffer/buffer');
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
};
