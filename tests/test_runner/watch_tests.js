// `--test --watch`: the files that a change concerns run again.
// @timeout 60000
'use strict';

const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'watch-tests-')));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
const test = (name) => `require('node:test').test(${name}, () => {});`;

// After each round, what the next step says.
function play(args, signal, steps) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    let seen = 0;
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const at = output.indexOf('duration_ms', output.indexOf('todo 0', seen));
      if (output.indexOf('todo 0', seen) === -1 || at === -1) return;
      seen = at;
      const step = steps.shift();
      // Watches are set up when the files have told of what they load.
      setTimeout(step ?? (() => child.kill(signal)), 1000);
      if (step === undefined) seen = Infinity;
    });
    child.on('close', (code, endedBy) => {
      console.log(args, code, endedBy);
      console.log(output.replaceAll(folder, '<folder>').replace(/\([\d.]+ms\)/g, '(<ms>)').replace(/duration_ms:? [\d.]+/g, 'duration_ms').replace(/Restarted at .*/g, 'Restarted'));
      resolve();
    });
  });
}

(async () => {
  write('dependency.js', 'module.exports = 1;');
  write('a.test.js', test('`a ${require("./dependency.js")}`'));
  write('b.test.mjs', 'import test from "node:test"; import dependency from "./dependency.js"; test("b", () => {});');
  write('c.test.js', test('"c"'));
  await play(['--test', '--watch'], 'SIGINT', [() => write('dependency.js', 'module.exports = 2;'), () => write('c.test.js', test('"c again"'))]);
  await play(['--test', '--watch', '--test-reporter=tap', 'c.test.js'], 'SIGKILL', [() => write('c.test.js', `require('node:test').test('fails', () => { throw 1; });`)]);
  fs.rmSync(folder, { recursive: true });
})();
