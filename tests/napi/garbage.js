// Handles, references, wraps and functions under a collector that runs all the time; every finalizer comes once.
// @flags --expose-gc
'use strict';

const addon = require(require('./fixtures/build')('objects'));
const values = require(require('./fixtures/build')('values'));

const { Counter } = addon;
let wrong = 0;
for (let round = 0; round < 30; round++) {
  const kept = [];
  for (let i = 0; i < 20; i++) {
    const counter = new Counter(i);
    kept.push([counter, counter.next]);
    addon.names({ [`key${i}`]: i, 5: 1 }, 1, 0, 1);
    values.strings(`some text ${i} \u20ac`, 40);
    addon.memory();
    addon.external_garbage();
  }
  addon.keep({ round }, 1);
  if (round % 3 === 0) gc();
  if (addon.kept_value().round !== round) wrong += 1;
  for (const [index, [counter, next]] of kept.entries()) if (next.call(counter) !== index + 1) wrong += 1;
}
addon.keep({ lost: true }, 0);
// Two objects of every round, and all of the rest, are garbage: 30 * 20 counters and 4 * 30 * 20 others.
const total = 30 * 20 * 5;
let rounds = 0;
(function collect() {
  gc();
  rounds += 1;
  if (addon.get_finalized() >= total - 50 || rounds > 200) {
    console.log(wrong, rounds <= 200, addon.get_finalized() <= total);
    return;
  }
  setImmediate(collect);
})();
