// @exit 1
setImmediate(function inImmediate() {
  throw new Error('in an immediate');
});
setImmediate(() => console.log('never'));
