// exit is emitted once, however often process.exit is called.
// @exit 2
let n = 0;
process.on('exit', () => {
  n += 1;
  console.log('exit', n);
  if (n < 3) process.exit(2);
});
process.exit(1);
