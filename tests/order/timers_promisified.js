// util.promisify(setTimeout) and setImmediate resolve with their value.
const { promisify } = require('node:util');
promisify(setTimeout)(50, 'timeout').then(console.log);
promisify(setImmediate)('immediate').then(console.log);
