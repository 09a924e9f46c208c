// What the methods of an emitter refuse, and what an 'error' that nobody listens to becomes.
'use strict';
const EventEmitter = require('node:events');

function show(title, fn) {
  try {
    console.log(title, fn());
  } catch (error) {
    console.log(title, '|', error.name, error.code, '|', error.message, '|', Object.keys(error).join());
  }
}
const emitter = new EventEmitter();
show('on without listener', () => emitter.on('x'));
show('once with a number', () => emitter.once('x', 5));
show('off with a string', () => emitter.off('x', 'listener'));
show('prepend null', () => emitter.prependListener('x', null));
show('error', () => emitter.emit('error'));
show('error 5', () => emitter.emit('error', 5));
show('error null', () => emitter.emit('error', null));
show('error string', () => emitter.emit('error', 'text'));
show('error object', () => emitter.emit('error', { a: 1, b: [1, { c: 2 }] }));
show('error symbol', () => emitter.emit('error', Symbol('s')));
show('error Error', () => emitter.emit('error', new RangeError('boom')));
show('max -1', () => emitter.setMaxListeners(-1));
show('max NaN', () => emitter.setMaxListeners(NaN));
show('max string', () => emitter.setMaxListeners('1'));
show('default max', () => { EventEmitter.defaultMaxListeners = -5; });
show('capture', () => new EventEmitter({ captureRejections: 1 }));
show('static max', () => EventEmitter.setMaxListeners(1, {}));
show('static get max', () => EventEmitter.getMaxListeners(null));
show('static listeners', () => EventEmitter.getEventListeners({}, 'x'));
show('static count', () => EventEmitter.listenerCount({}, 'x'));

emitter.on(EventEmitter.errorMonitor, (error) => console.log('monitor', error?.message));
show('monitored', () => emitter.emit('error', new Error('seen')));
emitter.on('error', (error) => console.log('handled', error.message));
show('handled', () => emitter.emit('error', new Error('taken')));
