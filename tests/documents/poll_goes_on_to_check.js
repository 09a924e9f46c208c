// An immediate is waiting, so poll does not wait for the timer but goes on to check.
const fs = require('fs');
const timer = setTimeout(() => console.log('never'), 60000);
fs.readFile(__filename, () => {
  console.log('poll');
  setImmediate(() => {
    console.log('check');
    clearTimeout(timer);
  });
});
