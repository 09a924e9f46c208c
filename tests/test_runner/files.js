// `--test`: files in processes of their own, what they print, how they fail, which of them run.
// @timeout 120000
'use strict';

const path = require('path');
const { fixtures, run } = require('./_run.js');

const cwd = path.join(fixtures, 'files');
run(['--test'], { cwd });
run(['--test', '--test-reporter=tap'], { cwd });
for (const words of [
  ['--test-only'], ['--test-name-pattern=a'], ['--test-shard=1/3'], ['--test-shard=3/3'], ['--test-reporter=dot'], ['--test-isolation=none', 'a.test.js', 'b.test.mjs'],
  ['nothere.js'], ['[ab].test.*'], ['--test-concurrency=2', 'a.test.js', 'b.test.mjs', 'c.test.js'],
]) run(['--test', ...words], { cwd });
