// A callback that runs in poll when a timer becomes due holds the timer up until it has ended: due after 100 ms, the
// timer runs when the read's callback has burnt its time, 105 ms after the start.
const fs = require('fs');
const begin = Date.now();
setTimeout(() => {
  const late_ms = Date.now() - begin;
  console.log('timer, after 105 ms or more:', late_ms >= 105);
}, 100);
fs.readFile(__filename, () => {
  console.log('read, before the timer is due:', Date.now() - begin < 100);
  while (Date.now() - begin < 105);
  console.log('callback ends');
});
