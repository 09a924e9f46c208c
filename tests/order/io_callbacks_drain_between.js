// Each I/O callback is followed by its own draining.
const fs = require('node:fs');
fs.readFile(__filename, () => {
  console.log('read 1');
  process.nextTick(() => console.log('tick 1'));
  Promise.resolve().then(() => console.log('promise 1'));
  fs.readFile(__filename, () => {
    console.log('read 2');
    Promise.resolve().then(() => console.log('promise 2'));
    process.nextTick(() => console.log('tick 2'));
  });
});
