// Which tests run: patterns of names, and `only`.
// @timeout 60000
'use strict';

const { run } = require('./_run.js');

for (const flags of [
  ['--test-name-pattern=apple'], ['--test-name-pattern=/APPLE/i'], ['--test-name-pattern=fruit apple'], ['--test-skip-pattern=apple'],
  ['--test-name-pattern=apple', '--test-skip-pattern=suite'], ['--test-name-pattern=nothing'], ['--test-name-pattern=cherry', '--test-name-pattern=worm'],
]) run([...flags, 'names.js']);
run(['--test-only', 'only.js']);
run(['--test-only', 'names.js']);
