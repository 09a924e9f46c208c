// An unref'd immediate alone does not keep the process alive; beside a ref'd one it runs.
const alone = setImmediate(() => console.log('beside'));
console.log(alone.hasRef(), alone.unref() === alone, alone.hasRef());
setImmediate(() => {
  console.log('ref');
  setImmediate(() => console.log('never')).unref();
});
process.on('exit', () => console.log('exit'));
