// What belongs to one batch of Node 10, and what later Nodes do one by one: timers of one duration, of two, unref'd,
// cleared inside, made inside; immediates.
// @loop node node11 node10
'use strict';
const burn = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
const queue = (name) => {
  process.nextTick(() => console.log('tick of', name));
  Promise.resolve().then(() => console.log('microtask of', name));
};
const timer = (name, ms, then = () => {}) => setTimeout(() => {
  console.log(name);
  queue(name);
  then();
}, ms);
const keepAlive = () => setTimeout(() => {}, 12);

const rounds = {
  'one duration'() { timer('a', 1); timer('b', 1); timer('c', 1); },
  'two durations'() { timer('a', 1); timer('b', 50); timer('c', 1); timer('d', 50); burn(60); },
  'the list made last is due first'() { timer('a', 50); burn(2); timer('b', 1); timer('c', 1); burn(60); },
  'fractions'() { timer('a', 1.5); timer('b', 1); timer('c', 1.9); },
  'unref of one in three'() { keepAlive(); timer('a', 1); timer('b', 1).unref(); timer('c', 1); },
  'unref and ref again'() { timer('a', 1); timer('b', 1).unref().ref(); timer('c', 1); },
  'unref of the only one'() { keepAlive(); timer('a', 1).unref(); timer('b', 1); },
  'cleared by the one before'() {
    timer('a', 1, () => clearTimeout(b));
    const b = timer('b', 1);
    timer('c', 1);
  },
  'cleared in a tick of the one before'() {
    timer('a', 1, () => process.nextTick(() => clearTimeout(b)));
    const b = timer('b', 1);
    timer('c', 1);
  },
  'the rest of the list is cleared'() {
    timer('a', 1, () => { clearTimeout(b); timer('made inside', 1); });
    const b = timer('b', 1);
  },
  'made inside'() { timer('a', 1, () => { timer('made inside', 1); burn(3); }); timer('b', 1); timer('c', 50); burn(60); },
  'refreshed'() { const a = timer('a', 1); timer('b', 1); a.refresh(); },
  'refreshed inside'() {
    let again = true;
    const a = timer('a', 1, () => { if (again) a.refresh(); again = false; });
    timer('b', 1);
  },
  'an interval and a timer'() {
    let left = 3;
    const interval = setInterval(() => {
      console.log('interval', left);
      queue('interval');
      if (--left === 0) clearInterval(interval);
    }, 1);
    timer('a', 1);
  },
  'an interval that is unref\'d inside'() {
    keepAlive();
    const interval = setInterval(() => { console.log('interval'); clearInterval(interval); }, 1);
    interval.unref();
    timer('a', 1);
  },
  'immediates'() {
    for (const name of ['a', 'b', 'c']) setImmediate(() => { console.log(name); queue(name); });
  },
  'immediates that are cleared'() {
    const clear = (name, how) => {
      setImmediate(() => { console.log(name); how(() => clearImmediate(next)); });
      const next = setImmediate(() => console.log('after', name));
    };
    clear('at once', (f) => f());
    clear('in a tick', (f) => process.nextTick(f));
    clear('in a microtask', (f) => Promise.resolve().then(f));
  },
  'ticks of microtasks of ticks'() {
    setImmediate(() => {
      process.nextTick(() => {
        console.log('tick');
        Promise.resolve().then(() => {
          console.log('microtask');
          process.nextTick(() => console.log('tick of the microtask'));
          Promise.resolve().then(() => console.log('microtask of the microtask'));
        });
        process.nextTick(() => console.log('tick of the tick'));
      });
      Promise.resolve().then(() => console.log('microtask of the immediate'));
    });
  },
};
const names = Object.keys(rounds);
process.on('beforeExit', () => {
  if (names.length === 0) return;
  const name = names.shift();
  console.log(`-- ${name}`);
  rounds[name]();
  burn(8);
});
