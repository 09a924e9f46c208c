// navigator.locks: order of grants, modes, what ifAvailable, steal and signal do, and the words of what is refused.
'use strict';

const { locks } = require('worker_threads');
const log = (...args) => console.log(...args);
const settle = (label, promise) => promise.then((value) => log(label, 'gave', value), (error) => log(label, error.name, error.message, error.code));
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

log(locks === navigator.locks, Object.prototype.toString.call(locks), typeof LockManager, typeof Lock);

async function main() {
  await Promise.all([
    settle('first', locks.request('a', async (lock) => {
      log('first has', lock.name, lock.mode, Object.prototype.toString.call(lock));
      await later(5);
      return 7;
    })),
    settle('second', locks.request('a', () => log('second has it'))),
    settle('modest', locks.request('a', { ifAvailable: true }, (lock) => log('modest got', lock))),
    settle('shared 1', locks.request('a', { mode: 'shared' }, () => {
      log('shared 1');
      return later(5);
    })),
    settle('shared 2', locks.request('a', { mode: 'shared' }, () => log('shared 2'))),
  ]);
  const held = locks.request('q', () => later(5));
  locks.request('q', { mode: 'shared' }, () => {});
  const { held: has, pending } = await locks.query();
  log([...has, ...pending].map(({ name, mode, clientId }) => [name, mode, clientId.replace(/\d+-/, 'PID-')]));
  await held;

  for (const args of [
    [], ['a'], ['a', {}], ['a', 1], ['a', null, null], ['-x', () => {}], ['a', { mode: 'q' }, () => {}],
    ['a', { steal: true, ifAvailable: true }, () => {}], ['a', { steal: true, mode: 'shared' }, () => {}],
    ['a', { signal: 1 }, () => {}], ['a', { signal: AbortSignal.abort() }, () => {}],
    ['a', { signal: new AbortController().signal, steal: true }, () => {}],
  ]) await settle('refused', locks.request(...args));

  const controller = new AbortController();
  const busy = locks.request('b', () => later(5));
  const given = settle('aborted', locks.request('b', { signal: controller.signal }, () => log('never')));
  controller.abort();
  await Promise.all([busy, given]);

  const robbed = settle('robbed', locks.request('s', () => later(20)));
  await settle('thief', locks.request('s', { steal: true }, () => log('stolen')));
  await robbed;
  await settle('threw', locks.request('t', () => { throw new RangeError('inside'); }));
}

main().then(() => {
  // A lock that is held keeps nothing alive.
  locks.request('z', () => new Promise(() => {}));
});
