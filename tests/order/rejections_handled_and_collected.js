// A rejection that is handled late is told of, also if its promise is collected before anybody asks: a tick that throws
// leaves the question for the next callback.
// @flags --expose-gc
'use strict';
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
process.on('rejectionHandled', () => console.log('handled late'));
process.on('uncaughtException', (error) => console.log('uncaught', error.message));

const COUNT = 20;
const waiting = [];
for (let i = 0; i < COUNT; i++) waiting.push(Promise.reject(i));

function handle() {
  waiting.pop().catch(() => {});
}

function clutter(depth) {
  return depth === 0 ? 0 : 1 + clutter(depth - 1);
}

setImmediate(() => {
  while (waiting.length !== 0) handle();
  queueMicrotask(() => process.nextTick(() => {
    throw new Error('from a tick');
  }));
});
setImmediate(() => {
  clutter(200);
  gc();
  console.log('collected');
});
