// @exit 1
let n = 0;
setInterval(function inInterval() {
  n += 1;
  console.log('run', n);
  if (n === 2) throw new Error('in an interval');
}, 1);
