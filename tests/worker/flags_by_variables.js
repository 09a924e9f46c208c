// Variables stand for flags, in a process and in a thread that has variables of its own; `--` ends the flags of a thread.
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker } = require('worker_threads');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'flags_by_variables_')));
fs.writeFileSync(path.join(folder, 'real.js'), 'module.exports = __filename;');
fs.symlinkSync('real.js', path.join(folder, 'link.js'));
const show = "path.basename(require('./link.js'))";

for (const env of [{}, { NODE_PRESERVE_SYMLINKS: '1' }, { NODE_PRESERVE_SYMLINKS: '0' }, { NODE_PRESERVE_SYMLINKS: 'yes' }]) {
  const { stdout } = spawnSync(process.execPath, ['-p', show], { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' });
  console.log(env, stdout.trim());
}
for (const env of [{}, { NODE_PRESERVE_SYMLINKS_MAIN: '1' }]) {
  fs.writeFileSync(path.join(folder, 'main.js'), 'console.log(path.basename(__filename));'.replace('path', 'require("path")'));
  fs.rmSync(path.join(folder, 'entry.js'), { force: true });
  fs.symlinkSync('main.js', path.join(folder, 'entry.js'));
  const { stdout } = spawnSync(process.execPath, ['entry.js'], { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' });
  console.log(env, stdout.trim());
}
for (const env of [{}, { NODE_PENDING_DEPRECATION: '1' }]) {
  const { stderr } = spawnSync(process.execPath, ['-e', "process.binding('uv')"], { env: { ...process.env, ...env }, encoding: 'utf8' });
  console.log(env, /DEP0111/.test(stderr));
}

const inThread = (options) => new Promise((resolve, reject) => {
  const code = `require('worker_threads').parentPort.postMessage([process.execArgv,
    require('path').basename(require(${JSON.stringify(path.join(folder, 'link.js'))}))])`;
  new Worker(code, { eval: true, ...options }).on('message', resolve).on('error', reject);
});

(async () => {
  console.log(await inThread({}));
  console.log(await inThread({ env: { ...process.env, NODE_PRESERVE_SYMLINKS: '1' } }));
  console.log(await inThread({ execArgv: ['--no-warnings', '--'] }));
  console.log(await inThread({ execArgv: ['--'] }));
  console.log(await inThread({ execArgv: ['--preserve-symlinks'] }));
  fs.rmSync(folder, { recursive: true });
})();
