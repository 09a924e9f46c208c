// `--test-randomize`: files and tests in an order that a seed decides, which is the same order as Node's.
// @timeout 60000
'use strict';

const path = require('path');
const { fixtures, run } = require('./_run.js');

const cwd = path.join(fixtures, 'random');
for (const seed of [0, 5, 4294967295]) run([`--test-random-seed=${seed}`, 'many.js'], { cwd });
run(['--test', '--test-random-seed=5', '--test-reporter=tap', '--test-concurrency=1', 'many.js', 'few.js', 'one.js'], { cwd });
run(['--test', '--test-random-seed=7', '--test-isolation=none', 'many.js', 'few.js'], { cwd });
run(['--test', '--test-randomize', '--test-rerun-failures=nowhere.json', 'one.js'], { cwd, title: 'both' });
run(['--test', '--test-random-seed=-1', 'one.js'], { cwd });
