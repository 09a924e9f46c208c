// localStorage in a file, and the flags that turn storage off.
'use strict';

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storage-'));
const file = path.join(folder, 'items');
const run = (flags, source) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--no-warnings', ...flags, '-e', `
    const show = (run) => { try { console.log(run()); } catch (error) { console.log(error.name, error.code); } };
    ${source}`], { encoding: 'utf8' });
  console.log(status, stdout.trim().split('\n').join(' | '), status === 0 ? '' : stderr.trim().split('\n')[0].replace(/^.*: /, ''));
};
const kept = `--localstorage-file=${file}`;
run([kept], 'show(() => localStorage.length); localStorage.a = 1; localStorage.setItem("ä", "ö\\u{1f600}"); show(() => Object.keys(localStorage))');
run([kept], 'show(() => [localStorage.a, localStorage["ä"], localStorage.length]); localStorage.removeItem("a"); sessionStorage.s = 1');
run([kept], 'show(() => [localStorage.length, localStorage.getItem("a"), sessionStorage.length]); localStorage.clear()');
run([kept], 'show(() => localStorage.length)');
run([kept], `const { Worker } = require('worker_threads');
  localStorage.from = 'main';
  new Worker('localStorage.other = localStorage.from + "+"', { eval: true }).on('exit', () => show(() => localStorage.other));`);
for (const flag of ['--webstorage', '--experimental-webstorage', '--no-webstorage', '--no-experimental-webstorage']) {
  run([flag], 'show(() => typeof Storage); show(() => "sessionStorage" in globalThis); show(() => "localStorage" in globalThis); show(() => typeof sessionStorage)');
}
fs.rmSync(folder, { recursive: true });
