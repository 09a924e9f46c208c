// Streams have their usual events in `_events` from the beginning, and keep the names of those nobody listens to any more.
const EventEmitter = require('events');
const net = require('net');
const { Duplex, PassThrough, Readable, Stream, Transform, Writable } = require('stream');

const listener = () => {};
const other = () => {};
const isSteady = (emitter) => {
  const symbol = Object.getOwnPropertySymbols(emitter).find((key) => key.description === 'shapeMode');
  return emitter[symbol];
};
const show = (what, emitter) => {
  const keys = Reflect.ownKeys(emitter._events).map(String).join(' ');
  console.log(`  ${what}: ${keys} | ${emitter.eventNames().map(String).join(' ')} | ${emitter._eventsCount} ${isSteady(emitter)}`);
};

class Preset extends EventEmitter {}
const preset = Object.create(EventEmitter.prototype);
preset._events = { __proto__: null, known: undefined };
EventEmitter.call(preset);

const read = () => {};
const emitters = {
  EventEmitter: new EventEmitter(), Preset: new Preset(), preset, Stream: new Stream(), Readable: new Readable({ read }),
  Writable: new Writable(), Duplex: new Duplex({ read }), Transform: new Transform({ read }), PassThrough: new PassThrough(),
  Socket: new net.Socket(), Server: new net.Server(),
  from: Readable.from([]),
};
for (const [name, emitter] of Object.entries(emitters)) {
  console.log(name);
  show('new', emitter);
  emitter.on('x', listener).on('y', listener).once('data', listener);
  show('three', emitter);
  emitter.removeListener('x', listener);
  emitter.removeListener('nobody', listener);
  show('without x', emitter);
  emitter.on('x', listener).on('x', other).removeListener('x', listener);
  show('x again', emitter);
  emitter.removeListener('x', other).removeListener('y', listener);
  show('without both', emitter);
  emitter.off('data', listener);
  show('without data', emitter);
  emitter.once('z', listener).emit('z');
  show('after once', emitter);
  emitter.removeAllListeners('nobody');
  show('nobody removed', emitter);
  emitter.on('x', listener).on('y', listener).removeListener('x', listener);
  show('x removed', emitter);
  emitter.removeAllListeners('y');
  show('y removed', emitter);
  emitter.on('x', listener).removeAllListeners();
  show('all removed', emitter);
  emitter.on('x', listener).on('y', listener).removeListener('x', listener);
  show('after that', emitter);
}

for (const emitter of [new Readable({ read }), new EventEmitter()]) {
  console.log('told of removals');
  emitter.on('removeListener', (type) => console.log(`  removed ${type}`));
  emitter.on('x', listener).on('y', listener).removeListener('x', listener);
  show('x removed', emitter);
  emitter.on('z', listener).removeAllListeners('z');
  show('z removed', emitter);
  emitter.removeAllListeners();
  show('all removed', emitter);
}

const shown = new Duplex({ read });
shown.on('end', listener);
console.log(require('util').inspect(shown, { depth: 0 }).split('\n').filter((line) => /event/i.test(line)).join('\n'));
console.log(require('util').inspect(shown._events));
