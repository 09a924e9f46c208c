// @exit 1
process.on('exit', function inExit() {
  throw new Error('in exit');
});
