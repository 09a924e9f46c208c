// Script, then every microtask however deep, then the timer.
// @real-time
setTimeout(() => console.log('timer'), 0);
let depth = 0;
const deeper = () => {
  if (++depth < 1000) queueMicrotask(deeper);
  else console.log('depth', depth);
};
queueMicrotask(deeper);
console.log('script');
