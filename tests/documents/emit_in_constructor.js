// An event emitted in the constructor finds no listener.
const EventEmitter = require('events');
class Hasty extends EventEmitter {
  constructor() {
    super();
    console.log('heard:', this.emit('ready'));
  }
}
new Hasty().on('ready', () => console.log('never'));
