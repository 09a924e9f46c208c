// Node 10 drains once for all due timers of one duration, later Nodes after each timer.
// @loop node node11 node10
// @output node node11
//   timer1
//   promise1
//   timer2
//   promise2
// @output node10
//   timer1
//   timer2
//   promise1
//   promise2
'use strict';
for (const n of [1, 2]) {
  setTimeout(() => {
    console.log(`timer${n}`);
    Promise.resolve().then(() => console.log(`promise${n}`));
  }, 1);
}
const end = Date.now() + 5;
while (Date.now() < end);
