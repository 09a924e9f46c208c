// A top-level await that never settles ends with code 13 and a warning.
// @exit 13
process.on('exit', (code) => console.log('exit', code));
console.log('before');
await new Promise(() => {});
console.log('never');
