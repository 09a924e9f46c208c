// A timer of another duration that becomes due while a pass runs waits for the next pass, after the
// immediates.
const burn = (ms) => {
  const begin = Date.now();
  while (Date.now() - begin < ms);
};
setTimeout(() => {
  console.log('first');
  setImmediate(() => console.log('immediate'));
  burn(250);
}, 50);
setTimeout(() => console.log('due meanwhile'), 200);
