// AsyncLocalStorage goes along with file requests, children, their pipes and signals.
'use strict';
const fs = require('fs');
const { spawn, execFile } = require('child_process');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
const lines = [];
const say = (what) => lines.push(`${what}: ${storage.getStore()}`);

storage.run('stat', () => fs.stat('.', () => {
  say('stat');
  process.nextTick(say, 'tick of stat');
  Promise.resolve().then(() => say('job of stat'));
}));
storage.run('failing', () => fs.readFile('does not exist', () => say('readFile')));
storage.run('promise', () => fs.promises.stat('.').then(() => say('promises.stat')));
storage.run('await', async () => {
  await fs.promises.readFile(__filename);
  say('await');
});
storage.run('child', () => {
  const child = spawn('echo', ['x']);
  child.on('spawn', () => say('spawn'));
  child.on('exit', () => say('exit'));
  child.on('close', () => say('close'));
  child.stdout.on('data', () => say('data'));
  child.stdout.on('end', () => say('end'));
});
storage.run('execFile', () => execFile('echo', ['y'], () => say('execFile')));
storage.run('missing', () => spawn('/does/not/exist').on('error', () => say('error')));
storage.run('signal', () => {
  process.once('SIGUSR2', () => say('signal'));
  setTimeout(() => process.kill(process.pid, 'SIGUSR2'), 10);
  setTimeout(() => say('timer'), 20);
});
process.on('exit', () => console.log(lines.sort().join('\n')));
