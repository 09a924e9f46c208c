// Listeners run in the order they were added, with those that were there when the emit began;
// newListener comes before a listener is added, removeListener after it is gone.
'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
emitter.on('newListener', (type, listener) => {
  console.log('new', String(type), listener.name, emitter.listenerCount(type));
});
emitter.on('removeListener', (type, listener) => {
  console.log('removed', String(type), listener.name, emitter.listenerCount(type));
});
function first() {
  console.log('first');
  emitter.off('event', second);
  emitter.on('event', third);
}
function second() { console.log('second'); }
function third() { console.log('third'); }
emitter.on('event', first).prependListener('event', third).once('event', second)
  .prependOnceListener('event', function fourth() { console.log('fourth'); });

console.log(emitter.emit('event'));
console.log(emitter.emit('event'));
console.log(emitter.listeners('event').map((f) => f.name), emitter.rawListeners('event').map((f) => f.name));
console.log(emitter.eventNames());
emitter.removeAllListeners('event');
emitter.on('a', first);
emitter.on(Symbol('b'), second);
emitter.removeAllListeners();
console.log(emitter.eventNames(), emitter.listenerCount('a'), emitter.emit('a'));

// A listener that removes the others, and one that emits the same event again.
const remover = new EventEmitter();
function one() { console.log('one'); }
function two() { console.log('two'); }
remover.on('x', () => {
  remover.removeListener('x', two);
  remover.removeListener('x', one);
});
remover.on('x', one);
remover.on('x', two);
remover.emit('x');
remover.emit('x');
console.log(remover.listenerCount('x'));

const nested = new EventEmitter();
let depth = 0;
nested.on('r', () => {
  if (depth++ > 0) return;
  nested.on('r', () => console.log('added inside'));
  nested.emit('r');
});
nested.on('r', () => console.log('beside'));
nested.emit('r');

const emptied = new EventEmitter();
emptied.on('x', () => emptied.removeAllListeners());
emptied.on('x', () => console.log('still called'));
emptied.emit('x');
console.log(emptied.emit('x'));
