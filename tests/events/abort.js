// AbortController and AbortSignal: abort, reasons, any, timeout, onabort, throwIfAborted.
'use strict';
const { addAbortListener } = require('node:events');

function show(title, fn) {
  try {
    console.log(title, '->', fn());
  } catch (error) {
    console.log(title, '|', error?.name, error?.code, '|', error?.message ?? error);
  }
}
const controller = new AbortController();
const { signal } = controller;
console.log(controller, signal, signal.onabort, signal.reason);
signal.onabort = (event) => console.log('onabort', event.type, event.isTrusted, signal.aborted);
signal.addEventListener('abort', () => console.log('listener'), { once: true });
addAbortListener(signal, () => console.log('even after stopImmediatePropagation'));
const disposable = addAbortListener(signal, () => console.log('disposed of'));
disposable[Symbol.dispose]();
signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
signal.addEventListener('abort', () => console.log('stopped'));
addAbortListener(signal, () => console.log('resists'));

const both = AbortSignal.any([new AbortController().signal, AbortSignal.any([signal])]);
both.addEventListener('abort', () => console.log('any', both.reason.name, signal.aborted));
signal.addEventListener('abort', () => console.log('unreached'));
console.log(both.aborted);
controller.abort();
controller.abort('again');
console.log(signal.reason.name, signal.reason.code, signal.reason.message, signal.reason instanceof DOMException);
console.log(both.aborted, both.reason === signal.reason, AbortSignal.any([signal]).aborted, AbortSignal.any([]).aborted);
addAbortListener(signal, () => console.log('at once, in a microtask'));

show('throwIfAborted', () => signal.throwIfAborted());
show('own reason', () => AbortSignal.abort('mine').throwIfAborted());
show('not aborted', () => new AbortController().signal.throwIfAborted());
show('constructor', () => new AbortSignal());
show('timeout -1', () => AbortSignal.timeout(-1));
show('timeout string', () => AbortSignal.timeout('1'));
show('any number', () => AbortSignal.any(5));
show('any of numbers', () => AbortSignal.any([5]));
show('this', () => Reflect.get(AbortSignal.prototype, 'aborted', {}));
show('listener', () => addAbortListener(signal, 1));
show('signal', () => addAbortListener(undefined, () => {}));

const timeout = AbortSignal.timeout(5);
timeout.onabort = () => console.log('timeout', timeout.reason.name, timeout.reason.code, timeout.reason.message);
AbortSignal.timeout(100_000); // unref'd: the process does not wait for it
setTimeout(() => console.log('end', timeout.aborted), 30);
