// Standard input that nobody reads does not keep the process alive.
// @stdin never read
console.log(process.stdin.readable);
setTimeout(() => console.log('end'), 1);
