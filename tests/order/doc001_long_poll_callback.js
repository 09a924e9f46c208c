// Document 001, sample 2: a read's callback that takes longer than a timer's threshold: the timer
// runs only when the callback has ended.
const fs = require('node:fs');
const begin = Date.now();
console.log('script begins');
setTimeout(() => console.log('300 ms timer'), 300);
fs.readFile(__filename, () => {
  console.log('poll callback begins');
  while (Date.now() - begin < 350);
  console.log('poll callback ends');
});
console.log('script ends');
