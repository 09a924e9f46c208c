// An error event nobody listens to. Node shows the line inside emit, Roundel the error's own line.
// @exit 1
// @stderr ignore
const EventEmitter = require('node:events');
process.on('uncaughtExceptionMonitor', (error, origin) => {
  console.log(error.message, origin, error.stack.includes("Emitted 'error' event"));
});
new EventEmitter().emit('error', new Error('nobody listens'));
