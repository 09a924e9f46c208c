// process.exit after a top-level await.
// @exit 15
process.on('exit', (code) => console.log('exit', code));
await null;
process.exit(15);
