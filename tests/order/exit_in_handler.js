// process.exit in the uncaughtException handler.
// @exit 14
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.exit(14);
});
process.on('exit', (code) => console.log('exit', code));
throw new Error('main');
