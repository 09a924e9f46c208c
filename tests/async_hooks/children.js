// A child and its pipes are resources: made by whoever spawns, entered around what they call back.
'use strict';
const { spawn } = require('child_process');
const { createHook, executionAsyncId, triggerAsyncId } = require('async_hooks');

const WATCHED = ['PROCESSWRAP', 'PIPEWRAP'];
const names = new Map([[0, 'nobody'], [1, 'main']]);
const made = [];
const called = [];
createHook({
  init(id, type, trigger, resource) {
    if (!WATCHED.includes(type)) return;
    names.set(id, `${type} ${made.length}`);
    made.push(`${names.get(id)} (${resource.constructor.name}) by ${names.get(trigger)} in ${names.get(executionAsyncId())}`);
  },
}).enable();
const say = (what) => called.push(`${what}: ${names.get(executionAsyncId())} by ${names.get(triggerAsyncId())}`);

const child = spawn('cat', { stdio: ['pipe', 'pipe', 'pipe'] });
child.stdin.end('text');
child.stdout.on('data', () => say('data'));
child.stdout.on('close', () => say('stdout closed'));
child.stderr.on('close', () => say('stderr closed'));
child.on('exit', () => say('exit'));
setTimeout(() => {
  const quiet = spawn('true', { stdio: 'ignore' });
  quiet.on('exit', () => say('exit of the second'));
  quiet.on('close', () => say('close of the second'));
}, 100);
process.on('exit', () => {
  console.log(made.join('\n'));
  console.log(called.sort().join('\n'));
});
