// Trees of tests from seeds. More of them: SEED=n on fixtures/_random_tree.js, on both runtimes.
// @timeout 120000
'use strict';

const { run } = require('./_run.js');

for (const seed of [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16]) {
  run([`--test-reporter=${['spec', 'tap', 'dot'][seed % 3]}`, '_random_tree.js'], { env: { SEED: `${seed}` }, title: `seed ${seed}` });
}
