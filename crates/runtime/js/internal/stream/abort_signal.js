'use strict';

// Ties a stream to an AbortSignal: an abort destroys the stream, the stream's end lets go of
// the signal.

const { SymbolDispose } = primordials;

const {
  AbortError,
  codes: { ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const { validateAbortSignal } = require('internal/validators');
const { isNodeStream, isWebStream } = require('internal/stream/inspect_state');

function addAbortSignal(signal, stream) {
  validateAbortSignal(signal, 'signal');
  if (!isNodeStream(stream) && !isWebStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return attachAbortSignal(signal, stream);
}

function attachAbortSignal(signal, stream) {
  if (typeof signal !== 'object' || !('aborted' in signal)) return stream;
  const onAbort = () => {
    const error = new AbortError(undefined, { cause: signal.reason });
    if (isNodeStream(stream)) stream.destroy(error);
    else require('internal/stream/web_adapters').failWeb(stream, error);
  };
  if (signal.aborted) {
    onAbort();
  } else {
    const { addAbortListener } = require('events');
    const { finished } = require('internal/stream/finished');
    const listener = addAbortListener(signal, onAbort);
    finished(stream, listener[SymbolDispose]);
  }
  return stream;
}

module.exports = { addAbortSignal, attachAbortSignal };
