// dispatchEvent returns when all listeners have run, and says whether one prevented the default.
const target = new EventTarget();
target.addEventListener('ping', (event) => {
  console.log('listener');
  queueMicrotask(() => console.log('microtask'));
  event.preventDefault();
});
console.log('before');
console.log(target.dispatchEvent(new Event('ping', { cancelable: true })));
console.log(target.dispatchEvent(new Event('ping')));
console.log('after');
