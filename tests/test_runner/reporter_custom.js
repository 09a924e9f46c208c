// Reporters that are modules, several reporters at once, and destinations.
// @timeout 60000
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { normalise, run } = require('./_run.js');

run(['--test-reporter=./_events.mjs', 'order.js']);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reporters-'));
const file = path.join(folder, 'out.tap');
run(['--test-reporter=dot', '--test-reporter-destination=stdout', '--test-reporter=tap', `--test-reporter-destination=${file}`, 'names.js'], { title: 'two' });
console.log(normalise(fs.readFileSync(file, 'utf8')));
fs.rmSync(folder, { recursive: true });
