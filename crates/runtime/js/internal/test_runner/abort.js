// AbortController and listening to signals, for the runner.
'use strict';

const { AbortController } = require('web/abort_controller');

const listenOnce = { __proto__: null, once: true };

function on(signal, listener) {
  signal.addEventListener('abort', listener, listenOnce);
}

function off(signal, listener) {
  signal.removeEventListener('abort', listener);
}

module.exports = { AbortController, off, on };
