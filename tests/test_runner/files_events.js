// The events of files, with where each came from.
// @timeout 60000
'use strict';

const path = require('path');
const { fixtures, run } = require('./_run.js');

run(['--test', '--test-reporter=../_events.mjs', 'a.test.js', 'c.test.js'], { cwd: path.join(fixtures, 'files') });
