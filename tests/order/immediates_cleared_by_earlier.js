// An immediate cleared by an earlier one, by its tick or by its promise job, is skipped.
setImmediate(() => {
  console.log('first');
  clearImmediate(second);
  process.nextTick(() => clearImmediate(third));
  Promise.resolve().then(() => clearImmediate(fourth));
});
const second = setImmediate(() => console.log('second'));
const third = setImmediate(() => console.log('third'));
const fourth = setImmediate(() => console.log('fourth'));
setImmediate(() => console.log('fifth'));
