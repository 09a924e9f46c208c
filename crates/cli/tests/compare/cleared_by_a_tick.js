// compare: --loops=node,node10
setImmediate(() => {
  console.log('first');
  process.nextTick(() => clearImmediate(second));
});
const second = setImmediate(() => console.log('second'));
setImmediate(() => console.log('third'));
