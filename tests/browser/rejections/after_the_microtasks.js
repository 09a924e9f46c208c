// unhandledrejection is a task after the checkpoint: microtasks are over, also late ones.
// @real-time
addEventListener('unhandledrejection', (event) => {
  console.log('unhandled', event.reason.message, event.promise instanceof Promise);
  event.preventDefault();
});
Promise.reject(new Error('a'));
queueMicrotask(() => queueMicrotask(() => console.log('deep microtask')));
Promise.reject(new Error('b'));
console.log('script');
