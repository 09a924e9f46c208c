// `--test-rerun-failures`: what has passed does not run again.
// @timeout 60000
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { fixtures, run } = require('./_run.js');

const cwd = path.join(fixtures, 'attempts');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attempts-'));
for (const words of [['--test', '--test-reporter=tap'], ['--test-reporter=tap']]) {
  const file = path.join(folder, `${words.length}.json`);
  for (let i = 0; i < 4; i++) {
    run([...words, `--test-rerun-failures=${file}`, 'flaky.js'], { cwd, title: `${words} ${i}` });
    const attempts = JSON.parse(fs.readFileSync(file, 'utf8'));
    console.log(attempts.length, Object.entries(attempts.at(-1)).map(([name, { children, passed_on_attempt: attempt }]) => [name, attempt, children.length]));
  }
}
fs.rmSync(folder, { recursive: true });
