// The loop has been left when `exit` is emitted: a timer set there is made and never runs.
process.on('exit', () => {
  setTimeout(() => console.log('never'), 0);
  console.log('exit');
});
setTimeout(() => console.log('last timer'), 1);
