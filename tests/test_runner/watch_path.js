// `--watch-path` watches a folder instead of what was loaded; `--watch-kill-signal` says how the program is ended.
// @timeout 60000
'use strict';

const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'watch-path-')));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);

function play(args, steps) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    let seen = 0;
    let done = false;
    const next = () => {
      if (done) return;
      if (steps.length === 0) {
        done = true;
        child.kill('SIGTERM');
        return;
      }
      const [text, act] = steps[0];
      const at = output.indexOf(text, seen);
      if (at === -1) return;
      seen = at + text.length;
      steps.shift();
      setTimeout(() => {
        act?.();
        next();
      }, 1000);
    };
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk) => {
      output += chunk;
      next();
    });
    child.on('close', (code, signal) => {
      console.log(args, code, signal);
      console.log(output.replaceAll(folder, '<folder>').replaceAll('\u001bc', '<clear>'));
      resolve();
    });
  });
}

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
  fs.rmSync(folder, { recursive: true });
})();
