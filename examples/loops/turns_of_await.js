// How many turns of the microtask queue does an `await` take? One, and three up to Node 10.
//
//   roundel compare examples/loops/turns_of_await.js
(async () => {
  await Promise.resolve();
  console.log('after await');
})();
let turns = Promise.resolve();
for (const n of [1, 2, 3, 4]) turns = turns.then(() => console.log(`turn ${n}`));
