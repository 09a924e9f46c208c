// An interval whose callback throws goes on.
let n = 0;
process.on('uncaughtException', (error) => console.log('caught', error.message));
const interval = setInterval(() => {
  n += 1;
  if (n === 3) clearInterval(interval);
  throw new Error(`run ${n}`);
}, 2);
