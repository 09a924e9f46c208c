// A class that says that it is ready before anybody can listen.
const EventEmitter = require('node:events');
class Store extends EventEmitter {
  constructor() {
    super();
    this.emit('ready');
  }
}
const store = new Store();
store.on('ready', () => console.log('never'));
