// A timer made during a pass never fires in that pass, even when it is due at once.
const burn = (ms) => {
  const begin = Date.now();
  while (Date.now() - begin < ms);
};
setTimeout(() => {
  console.log('outer');
  setTimeout(() => console.log('inner'), 0);
  burn(5);
  setImmediate(() => console.log('immediate between'));
}, 1);
setTimeout(() => console.log('same pass'), 1);
burn(10);
