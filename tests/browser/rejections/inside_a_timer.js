// The rejection that a timer leaves is told before a timer that is due later.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.log('unhandled', event.reason);
  queueMicrotask(() => console.log('microtask of the listener'));
});
setTimeout(() => {
  Promise.reject('from the timer');
  console.log('timer 1');
}, 10);
setTimeout(() => console.log('timer 2'), 150);
