// Thread-safe functions: every call is a callback of the loop with its own ticks, in order, none lost; limits and ends.
'use strict';

const addon = require(require('./fixtures/build')('async'));

function run(count, room, mode) {
  return new Promise((resolve) => {
    let next = 1, ticks = 0, wrong = 0;
    addon.sends(count, room, mode, (value) => {
      if (value !== next || ticks !== next - 1) wrong += 1;
      next += 1;
      process.nextTick(() => { ticks += 1; });
    }, (status) => resolve([count, room, mode, status, next - 1, ticks, wrong]));
  });
}

async function main() {
  console.log(await run(5, 0, 0));
  console.log(await run(3000, 0, 1));
  console.log(await run(3000, 3, 1));
  console.log(await run(3000, 3, 0));
  console.log(await run(0, 0, 0));

  let calls = 0;
  console.log(addon.open_plain(() => {
    calls += 1;
    process.nextTick(() => console.log('tick', calls));
    console.log('call', calls);
    if (calls === 2) { process.once('uncaughtException', (error) => console.log(error.message)); throw new Error('thrown in a call'); }
    if (calls === 3) console.log('release', addon.use_plain(2), addon.use_plain(2), addon.use_plain(2));
  }));
  console.log(addon.use_plain(0), addon.use_plain(0), addon.use_plain(0), addon.use_plain(1), addon.use_plain(4), addon.use_plain(5));
  setTimeout(() => console.log('last', addon.use_plain(0)), 30);
  await new Promise((resolve) => setTimeout(resolve, 80));
  console.log(addon.open_plain(() => console.log('never')), addon.use_plain(0), addon.use_plain(3));
  process.on('exit', () => console.log('exit'));
}
main();
