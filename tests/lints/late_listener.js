// The stream has ended by the time somebody wants to know.
const { Readable } = require('node:stream');
const stream = Readable.from(['a', 'b']);
stream.resume();
setTimeout(() => {
  stream.on('end', () => console.log('never'));
}, 50);
