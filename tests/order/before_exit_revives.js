// beforeExit may give the loop new work, and then comes again.
let n = 0;
process.on('beforeExit', (code) => {
  n += 1;
  console.log('beforeExit', n, code);
  if (n === 1) setTimeout(() => console.log('timer'), 1);
  if (n === 2) setImmediate(() => console.log('immediate'));
  if (n === 3) require('node:fs').stat('.', () => console.log('stat'));
});
process.on('exit', () => console.log('exit after', n));
