// A rejection made in the listener is reported too, in the next round.
let n = 0;
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  n += 1;
  if (n < 3) Promise.reject(`round ${n + 1}`);
});
Promise.reject('round 1');
setImmediate(() => console.log('immediate'));
