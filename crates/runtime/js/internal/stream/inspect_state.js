'use strict';

// Questions about any stream-like object, answered from its state and never by changing it.
// `null` means that the object does not say.

const { Symbol, SymbolAsyncIterator, SymbolFor, SymbolIterator } = primordials;

// Shared through the symbol registry so that streams of other copies of this library agree.
const kIsDestroyed = SymbolFor('nodejs.stream.destroyed');
const kIsDisturbed = SymbolFor('nodejs.stream.disturbed');
const kIsErrored = SymbolFor('nodejs.stream.errored');
const kIsReadable = SymbolFor('nodejs.stream.readable');
const kIsWritable = SymbolFor('nodejs.stream.writable');
const kOnConstructed = Symbol('kOnConstructed');

function isReadableNodeStream(object, strict = false) {
  return !!(
    object &&
    typeof object.pipe === 'function' &&
    typeof object.on === 'function' &&
    (!strict || (typeof object.pause === 'function' && typeof object.resume === 'function')) &&
    (!object._writableState || object._readableState?.readable !== false) &&
    (!object._writableState || object._readableState)
  );
}

function isWritableNodeStream(object) {
  return !!(
    object &&
    typeof object.write === 'function' &&
    typeof object.on === 'function' &&
    (!object._readableState || object._writableState?.writable !== false)
  );
}

function isDuplexNodeStream(object) {
  return !!(
    object &&
    typeof object.pipe === 'function' &&
    object._readableState &&
    typeof object.on === 'function' &&
    typeof object.write === 'function'
  );
}

function isNodeStream(object) {
  return !!(
    object &&
    (object._readableState ||
      object._writableState ||
      (typeof object.write === 'function' && typeof object.on === 'function') ||
      (typeof object.pipe === 'function' && typeof object.on === 'function'))
  );
}

function isReadableStream(object) {
  return !!(object && !isNodeStream(object) && typeof object.pipeThrough === 'function' &&
    typeof object.getReader === 'function' && typeof object.cancel === 'function');
}

function isWritableStream(object) {
  return !!(object && !isNodeStream(object) && typeof object.getWriter === 'function' &&
    typeof object.abort === 'function');
}

function isTransformStream(object) {
  return !!(object && !isNodeStream(object) && typeof object.readable === 'object' &&
    typeof object.writable === 'object');
}

function isWebStream(object) {
  return isReadableStream(object) || isWritableStream(object) || isTransformStream(object);
}

function isIterable(object, kind) {
  if (object == null) return false;
  if (kind === 'async') return typeof object[SymbolAsyncIterator] === 'function';
  if (kind === 'sync') return typeof object[SymbolIterator] === 'function';
  return typeof object[SymbolAsyncIterator] === 'function' ||
    typeof object[SymbolIterator] === 'function';
}

function isDestroyed(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return !!(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

function isWritableEnded(stream) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return typeof state?.ended === 'boolean' ? state.ended : null;
}

function isWritableFinished(stream, strict) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  if (typeof state?.finished !== 'boolean') return null;
  return !!(state.finished || (strict === false && state.ended === true && state.length === 0));
}

function isReadableEnded(stream) {
  if (!isReadableNodeStream(stream)) return null;
  if (stream.readableEnded === true) return true;
  const state = stream._readableState;
  if (!state || state.errored) return false;
  return typeof state.ended === 'boolean' ? state.ended : null;
}

function isReadableFinished(stream, strict) {
  if (!isReadableNodeStream(stream)) return null;
  const state = stream._readableState;
  if (state?.errored) return false;
  if (typeof state?.endEmitted !== 'boolean') return null;
  return !!(state.endEmitted || (strict === false && state.ended === true && state.length === 0));
}

function isReadable(stream) {
  if (stream && stream[kIsReadable] != null) return stream[kIsReadable];
  if (typeof stream?.readable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
}

function isWritable(stream) {
  if (stream && stream[kIsWritable] != null) return stream[kIsWritable];
  if (typeof stream?.writable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
}

function isFinished(stream, options) {
  if (!isNodeStream(stream)) return null;
  if (isDestroyed(stream)) return true;
  if (options?.readable !== false && isReadable(stream)) return false;
  return !(options?.writable !== false && isWritable(stream));
}

function readableErrored(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.readableErrored ?? stream._readableState?.errored ?? null;
}

function writableErrored(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.writableErrored ?? stream._writableState?.errored ?? null;
}

function isClosed(stream) {
  if (!isNodeStream(stream)) return null;
  if (typeof stream.closed === 'boolean') return stream.closed;
  const writable = stream._writableState;
  const readable = stream._readableState;
  if (typeof writable?.closed === 'boolean' || typeof readable?.closed === 'boolean') {
    return !!(writable?.closed || readable?.closed);
  }
  return null;
}

// Whether a 'close' event will come, so that waiting for it makes sense.
function willEmitClose(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return !!(state && state.autoDestroy && state.emitClose && state.closed === false);
}

function isDisturbed(stream) {
  return !!(stream && (stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted)));
}

function isErrored(stream) {
  return !!(stream && (stream[kIsErrored] ?? stream.readableErrored ?? stream.writableErrored ??
    stream._readableState?.errorEmitted ?? stream._writableState?.errorEmitted ??
    stream._readableState?.errored ?? stream._writableState?.errored));
}

module.exports = {
  isClosed,
  isDestroyed,
  isDisturbed,
  isDuplexNodeStream,
  isErrored,
  isFinished,
  isIterable,
  isNodeStream,
  isReadable,
  isReadableEnded,
  isReadableFinished,
  isReadableNodeStream,
  isReadableStream,
  isTransformStream,
  isWebStream,
  isWritable,
  isWritableEnded,
  isWritableFinished,
  isWritableNodeStream,
  isWritableStream,
  kIsDestroyed,
  kIsDisturbed,
  kIsErrored,
  kIsReadable,
  kIsWritable,
  kOnConstructed,
  readableErrored,
  willEmitClose,
  writableErrored,
};
