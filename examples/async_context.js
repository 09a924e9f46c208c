// AsyncLocalStorage: a request id that follows the request through timers, ticks and promises
// without being passed along.
'use strict';

const { AsyncLocalStorage } = require('node:async_hooks');

const request = new AsyncLocalStorage();
const log = (text) => console.log(`[request ${request.getStore()}] ${text}`);

async function handle() {
  log('begins');
  await new Promise((resolve) => setTimeout(resolve, 5));
  log('after a timer');
  process.nextTick(() => log('in a tick'));
  setImmediate(() => log('in an immediate'));
}

for (const id of [1, 2]) request.run(id, handle);
