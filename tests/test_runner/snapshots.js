// Snapshots: missing, written, the same, changed.
// @timeout 60000
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { fixtures, run } = require('./_run.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'snapshots-'));
fs.copyFileSync(path.join(fixtures, 'snapshots/values.js'), path.join(folder, 'values.js'));
const log = console.log;
console.log = (text) => log(text.replaceAll(folder, '<folder>').replace(/^.*(?:at |matching ).*\n/gm, '').replace(/^ *at .*$/gm, ''));
const env = (value) => ({ VALUE: value, FILE: path.join(folder, 'out.txt') });
run(['--test-update-snapshots', 'values.js'], { cwd: folder, env: env('1') });
log(fs.readFileSync(path.join(folder, 'values.js.snapshot'), 'utf8'));
log(fs.readFileSync(path.join(folder, 'out.txt'), 'utf8'));
run(['values.js'], { cwd: folder, env: env('1') });
const changed = run(['values.js'], { cwd: folder, env: env('2') });
log(changed.status);
fs.rmSync(folder, { recursive: true });
