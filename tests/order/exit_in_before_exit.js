// process.exit in beforeExit.
// @exit 11
process.on('beforeExit', () => {
  console.log('beforeExit');
  process.exit(11);
});
process.on('exit', (code) => console.log('exit', code));
