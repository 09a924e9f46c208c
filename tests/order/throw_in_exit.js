// A throw in an exit listener, handled: the process ends with the code it had.
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.on('exit', (code) => {
  console.log('exit', code);
  throw new Error('exit');
});
