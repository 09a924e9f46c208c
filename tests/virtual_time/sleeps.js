// Sleeps end in the order of their deadlines, and every clock says that they took as long as they should.
// @roundel-flags --virtual-time
'use strict';
const { performance } = require('node:perf_hooks');

const began = { date: Date.now(), performance: performance.now(), hrtime: process.hrtime.bigint(), uptime: process.uptime() };

function check(name, ms) {
  const took = [
    Date.now() - began.date,
    performance.now() - began.performance,
    Number(process.hrtime.bigint() - began.hrtime) / 1e6,
    (process.uptime() - began.uptime) * 1000,
  ];
  // A timer may be a millisecond early by another clock than the loop's, and late by as much as the machine is busy.
  console.log(name, took.map((each) => each >= ms - 1 && each < ms + 5000));
}

setTimeout(check, 120, 'timer 120', 120);
setTimeout(check, 20, 'timer 20', 20);
const interval = setInterval(() => {
  check(`interval ${interval.count}`, 30 * interval.count);
  if (interval.count++ === 3) clearInterval(interval);
}, 30);
interval.count = 1;
AbortSignal.timeout(70).addEventListener('abort', () => check('signal 70', 70));
require('node:timers/promises').setTimeout(150, 'promise 150').then((name) => check(name, 150));
setTimeout(() => console.log('never'), 1e6).unref();
process.on('exit', () => check('exit', 150));
