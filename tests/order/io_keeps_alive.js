// A pending read keeps the process alive; beforeExit comes after it.
require('node:fs').readFile(__filename, () => console.log('read'));
process.on('beforeExit', () => console.log('beforeExit'));
process.on('exit', (code) => console.log('exit', code));
console.log('script');
