// After every timer, all microtasks; also those that microtasks add.
// @real-time
setTimeout(() => {
  console.log('timer 1');
  Promise.resolve()
    .then(() => console.log('promise 1'))
    .then(() => console.log('promise 1b'));
  queueMicrotask(() => console.log('microtask 1'));
}, 0);
setTimeout(() => {
  console.log('timer 2');
  Promise.resolve().then(() => console.log('promise 2'));
}, 0);
