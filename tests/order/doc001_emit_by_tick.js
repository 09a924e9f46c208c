// Document 001, sample 5: emitted by a tick, it is heard, since listeners were added before.
const EventEmitter = require('node:events');
class Patient extends EventEmitter {
  constructor() {
    super();
    process.nextTick(() => this.emit('event'));
  }
}
const emitter = new Patient();
emitter.on('event', () => console.log('heard'));
console.log('listener added');
