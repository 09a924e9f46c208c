// A child and its pipes are resources: made by whoever spawns, entered around what they call back.
'use strict';
const { spawn } = require('child_process');
const { createHook, executionAsyncId, triggerAsyncId } = require('async_hooks');

const names = new Map([[1, 'main']]);
const made = [];
const called = [];
// Node may make a pipe of its own for what the process prints.
let isSpawning = false;
createHook({
  init(id, type, trigger, resource) {
    if (type === 'Timeout') names.set(id, type);
    if (!isSpawning || (type !== 'PROCESSWRAP' && type !== 'PIPEWRAP')) return;
    names.set(id, `${type} ${made.length}`);
    made.push(`${names.get(id)} (${resource.constructor.name}) by ${names.get(trigger)} in ${names.get(executionAsyncId())}`);
  },
}).enable();
const say = (what) => called.push(`${what}: ${names.get(executionAsyncId())} by ${names.get(triggerAsyncId())}`);

function start(command, options) {
  isSpawning = true;
  const child = spawn(command, options);
  isSpawning = false;
  return child;
}

const child = start('cat', { stdio: ['pipe', 'pipe', 'pipe'] });
child.stdin.end('text');
child.stdout.on('data', () => say('data'));
child.stdout.on('close', () => say('stdout closed'));
child.stderr.on('close', () => say('stderr closed'));
child.on('exit', () => say('exit'));
setTimeout(() => {
  const quiet = start('true', { stdio: 'ignore' });
  quiet.on('exit', () => say('exit of the second'));
  quiet.on('close', () => say('close of the second'));
}, 100);
process.on('exit', () => {
  console.log(made.join('\n'));
  console.log(called.sort().join('\n'));
});
