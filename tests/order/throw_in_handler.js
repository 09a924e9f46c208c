// A throw inside the handler itself ends the process with code 7.
// @exit 7
process.on('uncaughtException', () => {
  console.log('handler');
  throw new Error('in the handler');
});
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('never'), 1);
throw new Error('first');
