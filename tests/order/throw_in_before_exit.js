// A throw in a beforeExit listener, handled, gives the loop one more turn, so that beforeExit comes
// again.
let n = 0;
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.on('beforeExit', () => {
  n += 1;
  console.log('beforeExit', n);
  if (n < 3) throw new Error('beforeExit');
});
process.on('exit', (code) => console.log('exit', code));
