// `--watch-path` watches a folder instead of what was loaded; `--watch-kill-signal` says how the program is ended.
// @timeout 60000
'use strict';

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { folder, play, write } = require('./fixtures/_watched.js');

(async () => {
  fs.mkdirSync(path.join(folder, 'data', 'deep'), { recursive: true });
  write('data/deep/a.txt', '1');
  write('main.js', 'console.log("data", require("fs").readFileSync("data/deep/a.txt", "utf8"));');
  await play(['--watch-path=data', 'main.js'], [['Completed', () => write('data/deep/a.txt', '2')], ['Completed']]);
  write('dependency.js', 'module.exports = 1;');
  write('server.js', `require('./dependency.js'); process.on('SIGINT', () => { console.log('interrupted'); process.exit(0); }); console.log('ready'); setInterval(() => {}, 1000);`);
  await play(['--watch', '--watch-kill-signal=SIGINT', 'server.js'], [['ready', () => write('dependency.js', 'module.exports = 2;')], ['ready']]);
  for (const words of [['--watch'], ['--watch-kill-signal=SIGNO', '--watch', 'main.js'], ['--watch', '--check', 'main.js'], ['--watch', '-e', '1'], ['--watch-path=data'], ['--watch', '--test-force-exit', '--test']]) {
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', timeout: 10_000 });
    console.log(words, status, /(?:^|\n)([^\n]*(?:bad option|requires|must|not both|Unknown signal|cannot)[^\n]*)/.exec(stderr.replaceAll(process.execPath, '<binary>'))?.[1]);
  }
})();
