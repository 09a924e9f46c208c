// What follows an await runs in the draining of the callback it is in, whatever the phase.
const fs = require('node:fs');
async function step(name) {
  await null;
  console.log(name, 'after await');
}
setTimeout(() => {
  step('timer');
  process.nextTick(() => console.log('timer tick'));
}, 250);
fs.stat(__filename, () => {
  step('poll');
  process.nextTick(() => console.log('poll tick'));
  setImmediate(() => {
    step('check');
    process.nextTick(() => console.log('check tick'));
  });
});
