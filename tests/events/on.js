// events.on: events as an async iterator; none is lost, errors come once, the end stays the end.
'use strict';
const EventEmitter = require('node:events');
const { on } = EventEmitter;

async function main() {
  const emitter = new EventEmitter();
  setImmediate(() => {
    emitter.emit('value', 1);
    emitter.emit('value', 2, 'two');
    emitter.emit('end');
    emitter.emit('value', 3);
  });
  for await (const args of on(emitter, 'value', { close: ['end'] })) console.log(args);
  console.log('ended', emitter.eventNames());

  const failing = on(emitter, 'value');
  emitter.emit('value', 4);
  emitter.emit('error', new Error('failed'));
  console.log(await failing.next());
  await failing.next().catch((error) => console.log(error.message));
  console.log(await failing.next(), emitter.eventNames());

  const controller = new AbortController();
  const aborted = on(emitter, 'value', { signal: controller.signal });
  const asked = aborted.next();
  controller.abort('reason');
  await asked.catch((error) => console.log(error.name, error.cause));
  console.log(await aborted.next(), emitter.eventNames());
  try {
    on(emitter, 'value', { signal: controller.signal });
  } catch (error) {
    console.log(error.name);
  }

  const flowing = Object.assign(new EventEmitter(), {
    pause() { console.log('pause'); },
    resume() { console.log('resume'); },
  });
  const watched = on(flowing, 'data', { highWaterMark: 2, lowWaterMark: 1 });
  for (let i = 0; i < 4; i++) flowing.emit('data', i);
  for (let i = 0; i < 4; i++) console.log((await watched.next()).value);

  const thrown = on(emitter, 'value');
  try {
    thrown.throw('not an error');
  } catch (error) {
    console.log(error.code, error.message);
  }
  thrown.throw(new Error('thrown in'));
  await thrown.next().catch((error) => console.log(error.message));

  const target = new EventTarget();
  const events = on(target, 'foo');
  target.dispatchEvent(new Event('foo'));
  console.log((await events.next()).value.map((event) => event.type));
  const waiting = [events.next(), events.next()];
  console.log(await events.return(), await Promise.all(waiting));
  for (const options of [{ highWaterMark: 0 }, { lowWaterMark: 'a' }, { close: 'end' }, 5]) {
    try {
      on(emitter, 'value', options);
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
}
main();
