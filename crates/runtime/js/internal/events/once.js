// events.once: the next event of an emitter or target as a promise of its
// arguments, rejected by 'error' (unless that is the event) or by a signal.
'use strict';

const { Promise } = primordials;

const { AbortError } = require('internal/errors');
const { validateAbortSignal, validateObject } = require('internal/validators');
const { listen, unlisten } = require('internal/events/listeners');

const kOnce = { __proto__: null, once: true };

// An async function that returns a promise: the result comes as many
// microtasks after the event as it does in Node.
async function once(emitter, name, options = undefined) {
  if (options === undefined) options = { __proto__: null };
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { __proto__: null, cause: signal.reason });

  return new Promise((resolve, reject) => {
    const hasErrorEvent = name !== 'error' && typeof emitter?.once === 'function';

    function onEvent(...args) {
      if (hasErrorEvent) emitter.removeListener('error', onError);
      if (signal !== undefined) unlisten(signal, 'abort', onAbort, kOnce);
      resolve(args);
    }
    function onError(error) {
      unlisten(emitter, name, onEvent);
      if (signal !== undefined) unlisten(signal, 'abort', onAbort, kOnce);
      reject(error);
    }
    function onAbort() {
      unlisten(emitter, name, onEvent);
      if (hasErrorEvent) emitter.removeListener('error', onError);
      reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
    }

    listen(emitter, name, onEvent, kOnce);
    if (hasErrorEvent) emitter.once('error', onError);
    if (signal !== undefined) listen(signal, 'abort', onAbort, kOnce);
  });
}

module.exports = { once };
