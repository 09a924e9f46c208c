// Emitted by a tick, it is heard: the script that adds the listener has run to its end.
const EventEmitter = require('events');
class Patient extends EventEmitter {
  constructor() {
    super();
    process.nextTick(() => this.emit('ready'));
  }
}
new Patient().on('ready', () => console.log('ready'));
console.log('listener added');
