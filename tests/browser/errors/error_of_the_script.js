// An error ends the script, not the page: its microtasks, timers and events still come.
addEventListener('error', (event) => {
  console.log('error event', event.error instanceof TypeError, event.type, event.cancelable);
});
Promise.resolve().then(() => console.log('promise'));
addEventListener('load', () => {
  console.log('load');
  setTimeout(() => console.log('timer'), 0);
});
console.log('script');
undefined.property;
