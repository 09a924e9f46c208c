// Top-level await, intervals as an async iterator, and an await that nothing will settle.
// @roundel-flags --virtual-time
// @exit 13
// @stderr ignore
import { scheduler, setInterval, setTimeout as sleep } from 'node:timers/promises';

console.log(await sleep(40, 'slept'));
let turns = 0;
for await (const value of setInterval(10, 'interval')) {
  console.log(value);
  if (++turns === 3) break;
}
await scheduler.wait(20);
await sleep(1000, null, { signal: AbortSignal.timeout(15) }).catch((error) => console.log(error.name, error.cause?.name));
process.on('exit', (code) => console.log('exit', code));
await new Promise(() => {});
