// A timer that is due can still be cleared by one that runs before it.
setTimeout(() => {
  console.log('first');
  clearTimeout(second);
}, 0);
const second = setTimeout(() => console.log('second'), 0);
setTimeout(() => console.log('third'), 0);
