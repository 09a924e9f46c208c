// process.exit in a promise job: no further job.
// @exit 5
process.on('exit', (code) => console.log('exit', code));
Promise.resolve().then(() => {
  console.log('promise 1');
  process.exit(5);
}).then(() => console.log('never'));
Promise.resolve().then(() => console.log('never'));
setTimeout(() => console.log('never'), 0);
