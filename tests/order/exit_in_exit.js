// process.exit in an exit listener changes the code, and the listeners left do not run.
// @exit 12
process.on('exit', (code) => {
  console.log('exit 1', code);
  process.exit(12);
});
process.on('exit', () => console.log('never'));
