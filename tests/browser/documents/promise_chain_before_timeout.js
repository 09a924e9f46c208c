// A task, then its microtasks with those they queue, then the next task.
console.log('start');
setTimeout(() => console.log('timeout'), 0);
Promise.resolve()
  .then(() => console.log('promise 1'))
  .then(() => console.log('promise 2'));
console.log('end');
