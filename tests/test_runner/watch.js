// `--watch`: started again when a file changes that was loaded, ended by a signal.
// @timeout 60000
'use strict';

const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'watch-')));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);

// Each step waits for a line of the watcher, and then does something.
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
      // Watches are set up when the program has told of its files.
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
  write('dependency.js', 'module.exports = 1;');
  write('main.js', 'console.log("value", require("./dependency.js"), process.argv.slice(2), process.execArgv);');
  await play(['--watch', 'main.js', 'word'], [
    ['Completed', () => write('dependency.js', 'module.exports = 2;')],
    ['Completed', () => write('main.js', 'console.log("main"); process.exit(3);')],
    ['Failed'],
  ]);
  write('module.mjs', 'import x from "./dependency.js"; console.log("module", x); setInterval(() => {}, 1000);');
  write('dependency.js', 'module.exports = 3;');
  await play(['--watch', '--watch-preserve-output', 'module.mjs'], [
    ['module 3', () => write('dependency.js', 'module.exports = 4;')],
    ['module 4'],
  ]);
  fs.rmSync(folder, { recursive: true });
})();
