// How many turns of the microtask queue the steps of yield* take in an async generator. Since 2022 it does not wait for
// the value of a step once more; the engine still does, so the loop of today is not asked.
// @loop node11 node10
'use strict';

const forms = {
  'yield* of a generator': async () => {
    async function* inner() { log('sent', yield 1); log('sent', yield 2); return 3; }
    async function* outer() { log('result', yield* inner()); }
    const it = outer();
    for (const value of ['a', 'b', 'c']) log((await it.next(value)).value);
  },
  'yield* of a rejection': async () => {
    try {
      for await (const v of (async function* () { yield* [1, Promise.reject(new Error('no'))]; })()) log(v);
    } catch (e) {
      log(e.message);
    }
  },
  'yield* of an array': async () => { for await (const v of (async function* () { yield* [1, Promise.resolve(2)]; })()) log(v); },
  'throw into yield*': async () => {
    async function* inner() { try { yield 1; } catch (e) { log(e.message); yield 2; } }
    const it = (async function* () { yield* inner(); })();
    await it.next();
    log((await it.throw(new Error('thrown'))).value);
  },
  'return through yield*': async () => {
    async function* inner() { try { yield 1; } finally { log('closed'); } }
    const it = (async function* () { yield* inner(); })();
    await it.next();
    log((await it.return('r')).value);
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
