// How emitters look, and the ways there are to become one.
'use strict';
const { EventEmitter } = require('node:events');
const util = require('node:util');

console.log(new EventEmitter());
console.log(new EventEmitter({ captureRejections: true }));

function Old() { EventEmitter.call(this); }
util.inherits(Old, EventEmitter);
const old = new Old();
old.on('a', function(value) { console.log('old', this === old, value); });
old.on('a', function named() {});
old.once('b', () => {});
old.emit('a', 1);
console.log(old);

const mixed = Object.assign({}, EventEmitter.prototype);
mixed.on('b', (value) => console.log('mixed', value));
mixed.emit('b', 2);

class Modern extends EventEmitter {
  constructor() {
    super();
    this.own = 1;
  }
}
const modern = new Modern();
for (const name of ['toString', '__proto__', 'constructor', 'hasOwnProperty', '']) {
  console.log(name, modern.emit(name));
  modern.on(name, () => console.log('called', name));
  modern.emit(name);
}
console.log(modern.eventNames());
const symbol = Symbol('sym');
modern.once(symbol, function(...args) { console.log(this === modern, args); });
console.log(modern.emit(symbol, 1, 2, 3, 4, 5, 6), modern.emit(symbol));
console.log(modern.listenerCount('toString', modern.listeners('toString')[0]), modern.listenerCount('toString', () => {}));
console.log(EventEmitter === require('events'), EventEmitter.usingDomains, EventEmitter.defaultMaxListeners);
