// A read's callback that takes longer than a timer's delay: the timer runs when it has ended.
const fs = require('fs');
const begin = Date.now();
console.log('script begins');
setTimeout(() => console.log('timer'), 100);
fs.readFile(__filename, () => {
  console.log('read: begins');
  while (Date.now() - begin < 150);
  console.log('read: ends');
});
console.log('script ends');
