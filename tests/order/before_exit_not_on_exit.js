// An unref'd timer does not revive; beforeExit comes once.
process.on('beforeExit', () => {
  console.log('beforeExit');
  setTimeout(() => console.log('never'), 1).unref();
});
