// AsyncLocalStorage follows timers, immediates, ticks, microtasks and promise reactions.
'use strict';
const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');

const storage = new AsyncLocalStorage();
const other = new AsyncLocalStorage({ name: 'other', defaultValue: 'default' });
const log = (label) => console.log(label, storage.getStore(), other.getStore());

storage.run(1, () => {
  log('sync');
  setImmediate(() => {
    log('immediate');
    setTimeout(() => log('timeout of the immediate'), 1);
  });
  process.nextTick(() => log('tick'));
  queueMicrotask(() => log('microtask'));
  Promise.resolve().then(() => log('then')).then(() => log('then then')).finally(() => log('finally'));
  other.run('inner', () => Promise.reject(new Error()).catch(() => log('catch')));
  Promise.all([1, Promise.resolve(2)]).then(() => log('all'));
});
log('outside');

let resolve;
const promise = new Promise((r) => { resolve = r; });
storage.run('where then was called', () => promise.then(() => log('late')));
storage.run('where it was resolved', () => resolve());

const bound = storage.run(2, () => AsyncLocalStorage.bind((x) => [storage.getStore(), x]));
console.log(bound(5), bound.length);
const snapshot = storage.run(3, () => AsyncLocalStorage.snapshot());
console.log(snapshot((a, b) => [storage.getStore(), a, b], 1, 2));
const resource = storage.run(4, () => new AsyncResource('Mine'));
console.log(resource.runInAsyncScope(() => storage.getStore()), resource.bind(() => storage.getStore())());

try {
  storage.run(5, () => { throw new Error('through'); });
} catch (error) {
  log(error.message);
}
console.log(storage.run(6, (a, b) => [storage.getStore(), a + b], 1, 2));
console.log(storage.run(7, () => storage.exit((x) => [storage.getStore(), x], 8)));
console.log(other.name, storage.name === '', other.run(undefined, () => other.getStore()));
other.enterWith('entered');
log('entered');
other.disable();
log('disabled');
storage.enterWith('to the end');
process.on('exit', () => log('exit'));
