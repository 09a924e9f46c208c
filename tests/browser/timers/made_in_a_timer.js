// A timer that a timer makes waits behind those that were made before it.
setTimeout(() => {
  console.log('a');
  setTimeout(() => console.log('made by a'), 0);
}, 0);
setTimeout(() => console.log('b'), 0);
setTimeout(() => console.log('c'), 0);
