// A handler added with once handles one error; the second ends the process.
// @exit 1
// @stderr ignore
process.once('uncaughtException', (error) => console.log('caught', error.message));
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => {
  throw new Error('second');
});
setImmediate(() => console.log('never'));
throw new Error('first');
