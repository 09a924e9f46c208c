// A name is looked up by a thread of the pool; its answer comes in poll, and its queues are drained before check.
'use strict';

const dns = require('dns');

dns.lookup('localhost', (error, address) => {
  console.log('looked up', error === null && address.length > 0);
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
});
console.log('end of script');
