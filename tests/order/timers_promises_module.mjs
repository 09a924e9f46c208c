// timers/promises: setTimeout, setImmediate and the interval iterator.
import { setTimeout as wait, setImmediate as turn, setInterval as every, scheduler } from 'node:timers/promises';
console.log(await wait(2, 'waited'));
console.log(await turn('turned'));
let n = 0;
for await (const value of every(2, 'ping')) {
  n += 1;
  console.log(value, n);
  if (n === 3) break;
}
await scheduler.wait(1);
await scheduler.yield();
console.log('done');
