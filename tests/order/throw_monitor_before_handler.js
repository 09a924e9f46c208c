// The monitor sees the error first and handles nothing.
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('uncaughtException', (error) => console.log('handler', error.message));
setTimeout(() => console.log('goes on'), 50);
setImmediate(() => {
  throw new Error('seen twice');
});
