// Mock timers. What is the real loop's (queues are drained between timers) is tested beside the crate.
// @flags --test-reporter=spec --test-reporter-destination=stderr
// @stderr ignore
'use strict';

const { mock, test } = require('node:test');
const timers = require('timers');
const promises = require('timers/promises');
const { log } = console;

function attempt(action) {
  try {
    log('ok', action());
  } catch (error) {
    log(error.name, error.code, error.message);
  }
}

test('timeouts and intervals', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] });
  setTimeout((...args) => log('timeout', args), 10, 1, 2);
  const cleared = setTimeout(() => log('never'), 5);
  clearTimeout(cleared);
  let count = 0;
  const interval = setInterval(() => { if (++count === 3) clearInterval(interval); log('interval', count); }, 4);
  setImmediate(() => log('immediate'));
  timers.setTimeout(() => log('from the module'), 3);
  t.mock.timers.tick(3);
  log('3');
  t.mock.timers.tick(5);
  log('8');
  t.mock.timers.tick(10);
  setTimeout(() => log('late'), 1000);
  setTimeout(() => log('later'), 2000);
  t.mock.timers.runAll();
});

test('dates', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1000 });
  log(Date.now(), new Date().getTime(), new Date(5).getTime(), typeof Date(), Date.name, Date.length, Date.UTC(2000, 0), new Date() instanceof Date);
  setTimeout(() => log('at', Date.now()), 100);
  t.mock.timers.tick(100);
  log(Date.now());
  t.mock.timers.setTime(5000);
  log(Date.now());
  t.mock.timers.reset();
  log(Date.now() > 1e12);
});

test('promises', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'scheduler.wait'] });
  const waiting = promises.setTimeout(20, 'value');
  const wait = promises.scheduler.wait(30);
  t.mock.timers.tick(20);
  log(await waiting);
  t.mock.timers.tick(10);
  log(await wait);
  const controller = new AbortController();
  const aborted = promises.setTimeout(10, 'x', { signal: controller.signal });
  controller.abort();
  await aborted.catch((error) => log(error.name, error.code));
  const iterator = promises.setInterval(5, 'turn');
  const step = iterator.next();
  t.mock.timers.tick(5);
  log(await step);
  await iterator.return();
});

test('signals', (t) => {
  t.mock.timers.enable({ apis: ['AbortSignal.timeout'] });
  const signal = AbortSignal.timeout(50);
  t.mock.timers.tick(49);
  log(signal.aborted);
  t.mock.timers.tick(1);
  log(signal.aborted, signal.reason.name);
});

test('states', () => {
  attempt(() => mock.timers.tick(1));
  attempt(() => mock.timers.runAll());
  attempt(() => mock.timers.enable({ apis: ['nothing'] }));
  attempt(() => mock.timers.enable({ apis: 1 }));
  attempt(() => mock.timers.enable());
  attempt(() => mock.timers.enable());
  attempt(() => mock.timers.tick(-1));
  attempt(() => mock.timers.setTime('a'));
  attempt(() => mock.timers.reset());
  attempt(() => mock.timers.reset());
  log(setTimeout === timers.setTimeout);
});
