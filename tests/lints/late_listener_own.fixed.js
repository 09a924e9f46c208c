// It says so when the constructor and the lines after it have run.
const EventEmitter = require('node:events');
class Store extends EventEmitter {
  constructor() {
    super();
    process.nextTick(() => this.emit('ready'));
  }
}
const store = new Store();
store.on('ready', () => console.log('ready'));
