// The reporters for people, in colour.
// @timeout 60000
'use strict';

const { run } = require('./_run.js');

run(['results.js'], { env: { FORCE_COLOR: '1' }, title: 'spec in colour' });
run(['--test-reporter=dot', 'results.js'], { env: { FORCE_COLOR: '1' }, title: 'dot in colour' });
