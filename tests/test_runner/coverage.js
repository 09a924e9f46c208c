// `--experimental-test-coverage`: which lines, branches and functions the tests of a project have reached, in every reporter that tells of it.
// @timeout 120000
'use strict';

const path = require('path');
const { fixtures, run } = require('./_run.js');

const cwd = path.join(fixtures, 'coverage');
run(['--test', '--experimental-test-coverage'], { cwd });
run(['--test', '--experimental-test-coverage', '--test-reporter=lcov'], { cwd });
run(['--test', '--experimental-test-coverage', '--test-reporter=tap', 'math.test.js'], { cwd });
run(['--test', '--experimental-test-coverage', '--test-reporter=dot'], { cwd });
run(['--test', '--experimental-test-coverage'], { cwd, env: { FORCE_COLOR: '1' }, title: 'with colours' });
run(['--test', '--experimental-test-coverage', '--test-coverage-include-all', '--test-reporter=lcov'], { cwd });
// One process for all.
run(['--experimental-test-coverage', 'flow.test.js'], { cwd });
run(['--test', '--experimental-test-coverage', '--test-isolation=none', 'math.test.js', 'other.test.js'], { cwd });
// Which files count.
run(['--test', '--experimental-test-coverage', '--test-coverage-include=src/**/*.mjs'], { cwd });
run(['--test', '--experimental-test-coverage', '--test-coverage-exclude=src/deep/**', '--test-coverage-exclude=**/flow*'], { cwd });
// Thresholds.
run(['--test', '--experimental-test-coverage', '--test-coverage-lines=99', '--test-coverage-branches=99', '--test-coverage-functions=99', 'math.test.js'], { cwd });
run(['--test', '--experimental-test-coverage', '--test-coverage-lines=10', '--test-coverage-branches=10', '--test-coverage-functions=10', 'math.test.js'], { cwd });
