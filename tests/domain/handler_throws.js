// The handler of the outermost domain throws: nobody is left, and the process ends.
'use strict';

const d = require('domain').create();
d.on('error', (error) => {
  console.log('got', error.message);
  throw new Error('from the handler');
});
process.on('exit', (code) => console.log('exit', code));
d.run(() => setTimeout(() => { throw new Error('first'); }, 1));
