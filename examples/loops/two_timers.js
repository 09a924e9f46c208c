// Two timers, each with a promise. Node 10 ran both timers first; browsers never did, and Node has not since version 11.
//
//   roundel compare examples/loops/two_timers.js
for (const n of [1, 2]) {
  setTimeout(() => {
    console.log(`timer ${n}`);
    Promise.resolve().then(() => console.log(`promise ${n}`));
  }, 0);
}
const begin = Date.now();
while (Date.now() - begin < 5);
