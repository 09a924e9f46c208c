// events.addAbortListener: a listener of an AbortSignal that no other listener
// can keep from being called, and that can be disposed of.
'use strict';

const { SymbolDispose } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');

function addAbortListener(signal, listener) {
  if (signal === undefined) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');

  let remove;
  if (signal.aborted) {
    queueMicrotask(() => listener());
  } else {
    const { kResistStopPropagation } = require('web/event_target');
    signal.addEventListener('abort', listener, { __proto__: null, once: true, [kResistStopPropagation]: true });
    remove = () => signal.removeEventListener('abort', listener);
  }
  return {
    __proto__: null,
    [SymbolDispose]() {
      remove?.();
    },
  };
}

module.exports = { addAbortListener };
