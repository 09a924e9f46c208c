// emit calls the listeners at once, in order; once removes before calling.
const EventEmitter = require('node:events');
const emitter = new EventEmitter();
emitter.on('event', () => console.log('first'));
emitter.once('event', () => console.log('once'));
emitter.prependListener('event', () => console.log('prepended'));
console.log('before');
console.log(emitter.emit('event'));
console.log(emitter.emit('event'), emitter.listenerCount('event'));
console.log('after');
