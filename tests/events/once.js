// events.once: the next event as a promise, with its error, its signal and its place among the microtasks.
'use strict';
const EventEmitter = require('node:events');
const { once } = EventEmitter;

async function main() {
  const emitter = new EventEmitter();
  const values = once(emitter, 'event');
  emitter.emit('event', 1, 2);
  emitter.emit('event', 3);
  console.log(await values, emitter.eventNames());

  const failed = once(emitter, 'event');
  emitter.emit('error', new Error('failed'));
  await failed.catch((error) => console.log(error.message, emitter.eventNames()));

  const asValue = once(emitter, 'error');
  emitter.emit('error', new Error('a value'));
  console.log((await asValue)[0].message);

  const controller = new AbortController();
  const aborted = once(emitter, 'event', { signal: controller.signal });
  controller.abort('why');
  await aborted.catch((error) => console.log(error.name, error.code, error.cause, emitter.eventNames()));
  await once(emitter, 'event', { signal: controller.signal }).catch((error) => console.log(error.name, error.cause));
  await once(emitter, 'event', { signal: {} }).catch((error) => console.log(error.code, error.message));
  await once(emitter, 'event', 1).catch((error) => console.log(error.code, error.message));
  await once({}, 'event').catch((error) => console.log(error.code, error.message));

  const target = new EventTarget();
  const event = once(target, 'foo');
  target.dispatchEvent(new Event('foo'));
  console.log((await event)[0].type);

  // How many microtasks lie between the event and the promise.
  const order = [];
  once(emitter, 'tick').then(() => order.push('once'));
  await null;
  await null;
  await null;
  let chain = Promise.resolve();
  for (let i = 0; i < 6; i++) chain = chain.then(() => order.push(i));
  emitter.emit('tick');
  await chain;
  console.log(order.join());
}
main();
