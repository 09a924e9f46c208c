// An interval that unrefs itself lets the process end.
let n = 0;
const interval = setInterval(() => {
  n += 1;
  console.log('run', n);
  if (n === 2) interval.unref();
}, 2);
process.on('exit', () => console.log('exit after', n >= 2));
