// A timer, a tick and a promise job can each clear a timer of the same pass before it runs.
setTimeout(() => {
  console.log('first');
  clearTimeout(second);
  process.nextTick(() => clearTimeout(third));
  Promise.resolve().then(() => clearTimeout(fourth));
}, 1);
const second = setTimeout(() => console.log('second'), 1);
const third = setTimeout(() => console.log('third'), 1);
const fourth = setTimeout(() => console.log('fourth'), 1);
setTimeout(() => console.log('fifth'), 1);
