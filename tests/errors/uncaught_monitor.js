// The monitor sees what then ends the process.
// @exit 1
process.on('uncaughtExceptionMonitor', (error, origin) => console.log(error.message, origin));
Promise.reject(new Error('seen by the monitor'));
