// The listener is there first.
const { Readable } = require('node:stream');
const stream = Readable.from(['a', 'b']);
stream.on('end', () => console.log('ended'));
stream.resume();
