// How many turns of the microtask queue each form of waiting takes: a clock of microtasks counts beside it.
// @loop node node11 node10
'use strict';

const forms = {
  'a value': async () => { await 1; },
  'a promise': async () => { await Promise.resolve(1); },
  'a rejected promise': async () => { try { await Promise.reject(new Error('no')); } catch (e) { return e.message; } },
  'a promise twice': async () => { await await Promise.resolve(1); },
  'a pending promise': async () => { await new Promise((resolve) => Promise.resolve().then(resolve)); },
  'a thenable': async () => { await { then(resolve) { resolve(1); } }; },
  'an async function': async () => { await (async () => 1)(); },
  'return of a promise': async () => Promise.resolve(1),
  'return await of a promise': async () => await Promise.resolve(1),
  'await in a comma expression': async () => { await (0, Promise.resolve(1)); },
  'for await over promises': async () => { for await (const v of [Promise.resolve(1), Promise.resolve(2)]) log(v); },
  'for await over values': async () => { for await (const v of [1, 2]) log(v); },
  'for await over a thenable': async () => { for await (const v of [{ then(resolve) { resolve(1); } }]) log(v); },
  'for await over a rejection': async () => {
    try {
      for await (const v of [1, Promise.reject(new Error('no'))]) log(v);
    } catch (e) {
      log(e.message);
    }
  },
  'a rejection closes what is synchronous': async () => {
    try {
      for await (const v of (function* () { try { yield 1; yield Promise.reject(new Error('no')); } finally { log('closed'); } })()) log(v);
    } catch (e) {
      log(e.message);
    }
  },
  'break out of an array': async () => { for await (const v of [1, 2]) { log(v); break; } },
  'return of a promise into a generator': async () => {
    const it = (async function* () { yield 1; yield 2; })();
    await it.next();
    log((await it.return(Promise.resolve('p'))).value);
    log((await it.return(Promise.resolve('q'))).value);
  },
  'a generator without anything': async () => { log((await (async function* () {})().next()).done); },
  'a generator that returns nothing': async () => { log((await (async function* () { return; })().next()).done); },
  'for await over a generator': async () => { for await (const v of (async function* () { yield 1; yield 2; })()) log(v); },
  'for await, a generator of promises': async () => {
    for await (const v of (async function* () { yield Promise.resolve(1); yield Promise.resolve(2); })()) log(v);
  },
  'break out of for await': async () => {
    for await (const v of (async function* () { try { yield 1; yield 2; } finally { log('closed'); } })()) { log(v); break; }
  },
  'break out of a synchronous iterator': async () => {
    for await (const v of (function* () { try { yield 1; yield 2; } finally { log('closed'); } })()) { log(v); break; }
  },
  'an iterator by hand': async () => {
    let left = 2;
    const next = () => Promise.resolve({ value: left, done: left-- === 0 });
    for await (const v of { [Symbol.asyncIterator]: () => ({ next }) }) log(v);
  },
  'an iterator that answers at once': async () => {
    let left = 2;
    const next = () => ({ value: left, done: left-- === 0 });
    for await (const v of { [Symbol.asyncIterator]: () => ({ next }) }) log(v);
  },
  'return in a generator': async () => {
    const it = (async function* () { return Promise.resolve(1); })();
    log((await it.next()).value);
  },
  'return of a value in a generator': async () => {
    const it = (async function* () { return 1; })();
    log((await it.next()).value);
  },
  'yield of a rejection': async () => {
    const it = (async function* () { try { yield Promise.reject(new Error('no')); } catch (e) { log(e.message); yield 2; } })();
    log((await it.next()).value);
  },
  'several requests at once': async () => {
    const it = (async function* () { yield 1; yield Promise.resolve(2); })();
    const results = await Promise.all([it.next(), it.next(), it.next()]);
    log(results.map((r) => r.value).join());
  },
};

let turn = 0;
let running = false;
const log = (...words) => console.log('  turn', turn, ...words);
const tick = () => { turn++; if (running) Promise.resolve().then(tick); };

const names = Object.keys(forms);
(function next() {
  if (names.length === 0) return;
  const name = names.shift();
  console.log(name);
  turn = 0;
  running = true;
  Promise.resolve().then(tick);
  forms[name]().then((v) => {
    console.log('  done in turn', turn, v);
    running = false;
    setImmediate(next);
  });
})();
