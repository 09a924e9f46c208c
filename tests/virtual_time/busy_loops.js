// A program that watches a clock gets somewhere: reading it takes time.
// @roundel-flags --virtual-time
'use strict';
const { performance } = require('node:perf_hooks');

const clocks = {
  'Date.now': () => Date.now(),
  'new Date': () => +new Date(),
  'Date()': () => Date.parse(Date()),
  'performance.now': () => performance.now(),
  'hrtime': () => { const [s, ns] = process.hrtime(); return s * 1000 + ns / 1e6; },
  'uptime': () => process.uptime() * 1000,
};
for (const [name, read] of Object.entries(clocks)) {
  const end = read() + 15;
  while (read() < end);
  console.log(name, read() >= end);
}

setTimeout(() => console.log('timeout'), 5);
setImmediate(() => console.log('immediate'));
const end = Date.now() + 20;
while (Date.now() < end);
console.log('the timer is due before the loop begins');
