// A listener that throws keeps the later ones from being called, and the emitter stays usable.
'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
const order = [];
emitter.on('x', () => order.push(1));
emitter.on('x', () => { throw new Error('from a listener'); });
emitter.on('x', () => order.push(3));
for (let i = 0; i < 2; i++) {
  try {
    emitter.emit('x');
  } catch (error) {
    order.push(error.message);
  }
}
emitter.on('x', () => {});
emitter.removeListener('x', emitter.listeners('x')[1]);
emitter.emit('x');
console.log(order, emitter.listenerCount('x'));

const once = new EventEmitter();
once.once('y', () => { throw new Error('once'); });
try {
  once.emit('y');
} catch (error) {
  console.log(error.message, once.listenerCount('y'));
}
