// Turns that an interval missed while its callback was busy are not made up for.
let count = 0;
const interval = setInterval(() => {
  console.log('interval', ++count);
  const until = performance.now() + 35;
  while (performance.now() < until);
  if (count === 2) {
    clearInterval(interval);
    setTimeout(() => console.log('count stays', count), 30);
  }
}, 10);
setTimeout(() => console.log('timer of 15'), 15);
