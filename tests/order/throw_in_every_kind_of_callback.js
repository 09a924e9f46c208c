// One error per kind of callback, each handled. After an error in a tick the rest of that draining
// waits for the next callback: the microtask comes after the timer.
process.on('uncaughtException', (error) => console.log('caught', error.message));
const fail = (name) => () => {
  throw new Error(name);
};
process.nextTick(fail('tick'));
queueMicrotask(fail('microtask'));
setTimeout(fail('timer'), 0);
const begin = Date.now();
while (Date.now() - begin < 5);
setImmediate(fail('immediate'));
setImmediate(() => require('node:fs').stat('.', fail('poll')));
