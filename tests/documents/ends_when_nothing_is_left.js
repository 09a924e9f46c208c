// There is no call that starts the loop and none that ends it: it turns while something is alive.
process.on('beforeExit', () => console.log('nothing left'));
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('timer'), 5);
setTimeout(() => console.log('never: not ref, so it keeps nothing alive'), 60000).unref();
console.log('end of script');
