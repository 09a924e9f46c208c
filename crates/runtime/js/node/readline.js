// `readline`: lines, keys and the cursor of a terminal.
'use strict';

const {
  ObjectDefineProperty, ObjectSetPrototypeOf, Promise, PromiseReject, ReflectConstruct, SymbolFor,
} = primordials;

const { AbortError } = require('internal/errors');
const { validateAbortSignal } = require('internal/validators');
const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/tty/cursor');
const { Interface: BaseInterface } = require('internal/readline/interface');
const { emitKeypressEvents } = require('internal/readline/keypress');
const { lazyValue } = require('internal/util/lazy_members');

const kCustomPromisify = SymbolFor('nodejs.util.promisify.custom');

function Interface(input, output, completer, terminal) {
  return ReflectConstruct(BaseInterface, withCallbackCompleter(input, output, completer, terminal), new.target ?? Interface);
}

ObjectSetPrototypeOf(Interface.prototype, BaseInterface.prototype);
ObjectSetPrototypeOf(Interface, BaseInterface);

// A completer that gives what it found becomes one that calls back with it.
function withCallbackCompleter(input, output, completer, terminal) {
  const calls = (given) => (typeof given === 'function' && given.length !== 2 ? (text, callback) => callback(null, given(text)) : given);
  if (input?.input && typeof input.completer === 'function') return [{ ...input, completer: calls(input.completer) }];
  return [input, output, calls(completer), terminal];
}

Interface.prototype._tabComplete = function(isRepeated) {
  require('internal/readline/completion').complete(this, isRepeated);
};

Interface.prototype.question = function question(query, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  const signal = options?.signal;
  if (signal) {
    validateAbortSignal(signal, 'options.signal');
    if (signal.aborted) return;
    const onAbort = () => this._questionCancel();
    signal.addEventListener('abort', onAbort, { once: true });
    const answered = callback;
    callback = typeof answered !== 'function' ? answered : (answer) => {
      signal.removeEventListener('abort', onAbort);
      return answered(answer);
    };
  }
  if (typeof callback === 'function') this._question(query, callback);
};

ObjectDefineProperty(Interface.prototype.question, kCustomPromisify, {
  __proto__: null,
  value: function question(query, options) {
    const signal = options?.signal;
    if (signal?.aborted) return PromiseReject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
    return new Promise((resolve, reject) => {
      let answered = resolve;
      if (signal) {
        const onAbort = () => reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
        signal.addEventListener('abort', onAbort, { once: true });
        answered = (answer) => {
          signal.removeEventListener('abort', onAbort);
          resolve(answer);
        };
      }
      this.question(query, options, answered);
    });
  },
});

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = {
  Interface, clearLine, clearScreenDown, createInterface, cursorTo, emitKeypressEvents, moveCursor,
};

lazyValue(module.exports, 'promises', () => require('readline/promises'));
