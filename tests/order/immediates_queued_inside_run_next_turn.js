// The queue is detached when check begins: what is queued during it runs in the next turn.
setImmediate(() => {
  console.log('1');
  setImmediate(() => console.log('3, next turn'));
});
setImmediate(() => console.log('2'));
