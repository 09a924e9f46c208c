// diagnostics_channel: channels, stores bound to them, tracing of functions, promises and callbacks.
'use strict';
const diagnostics = require('node:diagnostics_channel');
const { AsyncLocalStorage } = require('node:async_hooks');

function show(title, fn) {
  try {
    console.log(title, '->', fn());
  } catch (error) {
    console.log(title, '|', error.name, error.code, '|', error.message);
  }
}
const channel = diagnostics.channel('mine');
console.log(channel === diagnostics.channel('mine'), channel.name, channel.hasSubscribers, diagnostics.hasSubscribers('none'));
const subscriber = (message, name) => console.log('message', message, name);
channel.subscribe(subscriber);
console.log(channel.hasSubscribers, diagnostics.hasSubscribers('mine'));
channel.publish({ x: 1 });
console.log(channel.unsubscribe(() => {}), channel.unsubscribe(subscriber), channel.hasSubscribers);
diagnostics.subscribe('mine', subscriber);
channel.publish(2);
console.log(diagnostics.unsubscribe('mine', subscriber));
show('name', () => diagnostics.channel(5));
show('subscriber', () => channel.subscribe(5));

const storage = new AsyncLocalStorage();
channel.bindStore(storage, (message) => message.value);
console.log(channel.runStores({ value: 7 }, function(a) { return [storage.getStore(), this.self, a]; }, { self: 'this' }, 1));
console.log(channel.unbindStore(storage), channel.unbindStore(storage));

process.on('uncaughtException', (error) => console.log('uncaught', error.message));
channel.subscribe(() => { throw new Error('from a subscriber'); });
channel.publish(3);
console.log('the publisher goes on');

async function main() {
  const tracing = diagnostics.tracingChannel('operation');
  const handlers = {};
  for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
    handlers[event] = ({ id, result, error }) => console.log(event, id, result, error?.message);
  }
  tracing.subscribe(handlers);
  console.log(tracing.start.name, tracing.hasSubscribers);
  console.log(tracing.traceSync((a) => a + 1, { id: 'sync' }, null, 5));
  show('sync', () => tracing.traceSync(() => { throw new Error('thrown'); }, { id: 'throws' }));
  console.log(await tracing.tracePromise(async (x) => x * 2, { id: 'promise' }, null, 4));
  await tracing.tracePromise(async () => { throw new Error('rejected'); }, { id: 'rejects' }).catch(() => {});
  await new Promise((resolve) => {
    tracing.traceCallback((callback) => setImmediate(callback, null, 'done'), 0, { id: 'callback' }, null, (_, result) => {
      console.log('callback', result);
      setImmediate(resolve);
    });
  });
  show('callback', () => tracing.traceCallback(() => {}, 0, {}, null, 5));
  console.log(tracing.unsubscribe(handlers), tracing.hasSubscribers);
}
main();
