// A handler that comes in a microtask is in time; in a timer it is too late, and that is told too.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.log('unhandled', event.reason);
});
addEventListener('rejectionhandled', (event) => console.log('handled later', event.reason));
const inTime = Promise.reject('in time');
Promise.resolve().then(() => Promise.resolve()).then(() => inTime.catch(() => console.log('caught in time')));
const late = Promise.reject('late');
setTimeout(() => {
  late.catch(() => console.log('caught late'));
  console.log('timer ends');
}, 50);
