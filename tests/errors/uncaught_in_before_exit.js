// @exit 1
process.on('exit', (code) => console.log('exit', code));
process.on('beforeExit', function inBeforeExit() {
  throw new Error('in beforeExit');
});
