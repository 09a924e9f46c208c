// util.promisify(setTimeout) and setImmediate resolve with their value.
const { promisify } = require('node:util');
promisify(setTimeout)(5, 'timeout').then(console.log);
promisify(setImmediate)('immediate').then(console.log);
