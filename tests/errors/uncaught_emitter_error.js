// An error event nobody listens to.
// @exit 1
const EventEmitter = require('node:events');
new EventEmitter().emit('error', new Error('nobody listens'));
