// All microtasks run before the next frame, those that microtasks queue too.
requestAnimationFrame(() => console.log('frame'));
Promise.resolve()
  .then(() => console.log('promise 1'))
  .then(() => console.log('promise 2'));
queueMicrotask(() => queueMicrotask(() => console.log('microtask of a microtask')));
console.log('end of script');
