// The grammar of argument errors: what was expected, what was received.
'use strict';
const { EventEmitter } = require('node:events');
const { AsyncResource, AsyncLocalStorage } = require('node:async_hooks');

function show(fn) {
  try {
    console.log(fn());
  } catch (error) {
    console.log(`${error}`);
    console.log(error.name, error.code, error.constructor.name, error instanceof Error, Object.keys(error).join());
  }
}
class Foo {}
const received = [
  undefined, null, 1, -0, 1n, NaN, Infinity, true, '', 'text', "it's", 'a'.repeat(28), 'a'.repeat(29), 'two\nlines', Symbol('s'),
  {}, [], new Foo(), new Date(0), Object.create(null), new Map(), { a: { b: 1 } }, /x/,
];
for (const value of received) show(() => new EventEmitter().on('x', value));
show(() => new EventEmitter().setMaxListeners(() => {}));
show(() => new EventEmitter().setMaxListeners(function named() {}));
show(() => new EventEmitter().setMaxListeners(class Bar {}));
for (const value of [-1, -1.5, -12345, -4294967297, NaN, -Infinity]) show(() => new EventEmitter().setMaxListeners(value));
show(() => AbortSignal.timeout(4294967296));
show(() => AbortSignal.timeout(4294967297));
show(() => AbortSignal.timeout(1.5));
show(() => AbortSignal.timeout(2 ** 53));
show(() => new AsyncResource(Symbol('type')));
show(() => new AsyncLocalStorage(5));
show(() => EventEmitter.addAbortListener({}, () => {}));
show(() => EventEmitter.getMaxListeners('x'));
show(() => setTimeout('not a function'));
show(() => process.nextTick());
show(() => queueMicrotask(5));
