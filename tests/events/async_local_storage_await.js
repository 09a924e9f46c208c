// AsyncLocalStorage follows await, for await and async generators.
'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');

const storage = new AsyncLocalStorage();
const log = (label) => console.log(label, storage.getStore());
const pause = () => new Promise((resolve) => setImmediate(resolve));

async function worker(name) {
  log(`${name} begins`);
  await null;
  log(`${name} after await`);
  await pause();
  log(`${name} after a turn of the loop`);
  storage.enterWith(`${storage.getStore()}+`);
  await pause();
  log(`${name} after enterWith`);
}
storage.run('one', () => worker('first'));
storage.run('two', () => worker('second'));

async function* numbers() {
  for (let i = 0; i < 2; i++) {
    log(`generator ${i}`);
    yield i;
  }
}
storage.run('consumer', async () => {
  for await (const i of numbers()) log(`got ${i}`);
});
storage.run('arrow', async () => {
  try {
    await Promise.reject(new Error());
  } catch {
    log('caught');
  } finally {
    await null;
    log('finally');
  }
});
log('outside');
