// Document 001, sample 4: an event emitted in the constructor finds no listener.
const EventEmitter = require('node:events');
class Early extends EventEmitter {
  constructor() {
    super();
    console.log('heard in the constructor:', this.emit('event'));
  }
}
new Early().on('event', () => console.log('never heard'));
