// captureRejections sends the rejection of an async listener to 'error', or to the emitter's own method.
'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter({ captureRejections: true });
emitter.on('x', async () => { throw new Error('rejected'); });
emitter.on('error', (error) => {
  console.log('error', error.message);
  throw new Error('thrown by the error listener');
});
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
emitter.emit('x');

const own = new EventEmitter({ captureRejections: true });
own[EventEmitter.captureRejectionSymbol] = (error, event, ...args) => console.log('own', error.message, event, args);
own.on('y', async (value) => { throw new Error(`rejected ${value}`); });
own.on('y', (value) => Promise.reject(new Error(`also ${value}`)));
own.emit('y', 1, 2);

const getter = new EventEmitter({ captureRejections: true });
getter.on('error', (error) => console.log('getter', error.message));
getter.on('z', () => ({ get then() { throw new Error('from then'); } }));
getter.emit('z');

const without = new EventEmitter();
without.on('w', async () => { throw new Error('not captured'); });
process.on('unhandledRejection', (error) => console.log('unhandled', error.message));
without.emit('w');

EventEmitter.captureRejections = true;
const byDefault = new EventEmitter();
EventEmitter.captureRejections = false;
byDefault.on('error', (error) => console.log('by default', error.message));
byDefault.on('v', async () => { throw new Error('captured'); });
byDefault.emit('v');
process.nextTick(() => console.log('tick'));
console.log('end of script');
