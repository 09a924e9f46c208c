// A stream that is no handle of the loop has nothing to wait for: its `close` is a tick and no callback of closing.
const { Readable } = require('stream');
const stream = new Readable({ read() {} });
setImmediate(() => console.log('immediate'));
Promise.resolve().then(() => console.log('promise'));
stream.on('close', () => console.log('close'));
stream.destroy();
console.log('end of script');
