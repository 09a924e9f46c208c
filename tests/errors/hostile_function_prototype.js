// call, apply and bind are gone.
const log = console.log;
log('before', {});
const EventEmitter = require('node:events');
for (const key of ['call', 'apply', 'bind', 'toString']) delete Function.prototype[key];
log('after', [1]);
process.nextTick(() => log('tick'));
setTimeout(() => log('timeout'), 50);
Promise.resolve(1).then((n) => log('job', n));
new EventEmitter().on('x', (...args) => log('event', args)).emit('x', 1, 2, 3, 4, 5);
