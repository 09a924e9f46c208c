// Results, failures, hooks, orders: as the reporter `dot` tells them.
// @timeout 60000
'use strict';

const { run } = require('./_run.js');

for (const name of ['results', 'failures', 'hooks', 'order', 'only', 'names']) run(['--test-reporter=dot', `${name}.js`]);
