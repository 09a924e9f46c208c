// Several durations all due at the first look: by due time, then draining between.
for (const ms of [40, 20, 30, 10]) {
  setTimeout(() => {
    console.log('timer', ms);
    process.nextTick(() => console.log('tick', ms));
    Promise.resolve().then(() => console.log('promise', ms));
  }, ms);
}
const begin = Date.now();
while (Date.now() - begin < 60);
