// An interval is set again after its callback, so a timeout of the same duration made in the
// callback goes before it.
let n = 0;
const interval = setInterval(() => {
  n += 1;
  console.log('interval', n);
  setTimeout(() => console.log('timeout of', n), 10);
  if (n === 3) clearInterval(interval);
}, 10);
