// `readline/promises`: an interface whose questions are promises.
'use strict';

const { Promise } = primordials;

const { AbortError } = require('internal/errors');
const { validateAbortSignal } = require('internal/validators');
const { Readline } = require('internal/readline/cursor_actions');
const { Interface: BaseInterface } = require('internal/readline/interface');

class Interface extends BaseInterface {
  #reject;

  constructor(input, output, completer, terminal) {
    super(input, output, completer, terminal);
  }

  question(query, options = undefined) {
    return new Promise((resolve, reject) => {
      let answered = resolve;
      const signal = options?.signal;
      if (signal) {
        validateAbortSignal(signal, 'options.signal');
        if (signal.aborted) {
          reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
          return;
        }
        const onAbort = () => {
          this._questionCancel();
          reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        answered = (answer) => {
          signal.removeEventListener('abort', onAbort);
          resolve(answer);
        };
      }
      this._question(query, answered);
      this.#reject = reject;
    });
  }

  // Control and C, which nobody listened for.
  _onInterrupt() {
    this.#reject?.(new AbortError('Aborted with Ctrl+C'));
  }
}

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = { Interface, Readline, createInterface };
