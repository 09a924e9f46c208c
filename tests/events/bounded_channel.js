// BoundedChannel: where something begins and ends, with the stores that are bound to the beginning.
'use strict';

const { BoundedChannel, boundedChannel, channel } = require('diagnostics_channel');
const { AsyncLocalStorage } = require('async_hooks');

const attempt = (fn) => {
  try {
    console.log('gives', fn());
  } catch (error) {
    console.log(error.name, error.code, error.code === undefined ? '' : error.message);
  }
};

for (const name of Reflect.ownKeys(BoundedChannel.prototype)) {
  const { value, get, enumerable } = Object.getOwnPropertyDescriptor(BoundedChannel.prototype, name);
  console.log(name, value?.length, typeof get, enumerable);
}
for (const value of [undefined, null, 3, Symbol('s'), {}, { start: 's' }, { start: channel('s'), end: 3 }]) attempt(() => new BoundedChannel(value));

const bounded = boundedChannel('work');
console.log(bounded instanceof BoundedChannel, Reflect.ownKeys(bounded), bounded.start === channel('tracing:work:start'), bounded.end.name);
const storage = new AsyncLocalStorage();
bounded.start.bindStore(storage, (context) => ({ of: context }));
const handlers = {
  start(context, name) { console.log('start', context, name, storage.getStore()); },
  end(context, name) { console.log('end', context, name, storage.getStore()); },
};
console.log(bounded.subscribe(handlers), bounded.hasSubscribers);
attempt(() => bounded.run({ a: 1 }, function(...args) { return [this, args, storage.getStore()]; }, { self: true }, 1, 2));
attempt(() => bounded.run({ a: 2 }, () => { throw new Error('thrown'); }));
for (const context of [undefined, null, 0, 'text']) attempt(() => bounded.run(context, () => 3));
console.log(storage.getStore());

{
  const outer = bounded.withScope({ k: 1 });
  const inner = bounded.withScope({ k: 2 });
  console.log(storage.getStore(), outer.constructor.name);
  inner[Symbol.dispose]();
  console.log(storage.getStore());
  outer[Symbol.dispose]();
  outer[Symbol.dispose]();
  console.log(storage.getStore());
}

console.log(bounded.unsubscribe(handlers), bounded.unsubscribe(handlers), bounded.hasSubscribers);
bounded.start.unbindStore(storage);
attempt(() => bounded.run({}, () => bounded.hasSubscribers));
const late = boundedChannel('late');
late.run({}, () => late.subscribe({ end() { console.log('who listens late hears of the next'); } }));
late.run({}, () => {});

const single = channel('single');
single.bindStore(storage);
const scope = single.withStoreScope({ one: 1 });
console.log(storage.getStore(), scope.constructor.name);
scope[Symbol.dispose]();
console.log(storage.getStore());
