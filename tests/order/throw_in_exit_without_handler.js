// A throw in an exit listener that nobody handles: code 1 (7 is for a throw in the handler itself).
// @exit 1
process.on('exit', (code) => {
  console.log('exit', code);
  throw new Error('exit');
});
