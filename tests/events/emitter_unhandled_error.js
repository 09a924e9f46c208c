// An 'error' event without a listener ends the process with code 1, after the exit listeners.
// @exit 1
// @stderr ignore
'use strict';
const EventEmitter = require('node:events');

class Source extends EventEmitter {}
process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
setImmediate(() => new Source().emit('error', new Error('nobody listens')));
setTimeout(() => console.log('never reached'), 1000);
