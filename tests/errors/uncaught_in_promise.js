// @exit 1
// @caret ignore
process.on('exit', (code) => console.log('exit', code));
Promise.resolve().then(function inJob() {
  throw new Error('in a promise job');
});
setTimeout(() => console.log('never'), 1);
