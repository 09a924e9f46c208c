// An error event without an error.
// @exit 1
const EventEmitter = require('node:events');
new EventEmitter().emit('error', { reason: 'an object' });
