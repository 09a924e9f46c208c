// Document 001, sample 1: a callback running in poll delays a timer that became due meanwhile: due
// at 100 ms, the read's callback starts before and burns past it.
const fs = require('node:fs');
const begin = Date.now();
let burnt_until = 0;
setTimeout(() => {
  const late = Date.now() - begin;
  console.log('timer not early:', late >= 100);
  console.log('timer after the callback:', Date.now() >= burnt_until && burnt_until > 0);
}, 100);
setTimeout(() => {
  fs.readFile(__filename, () => {
    while (Date.now() - begin < 120);
    burnt_until = Date.now();
    console.log('callback burnt past the deadline');
  });
}, 60);
