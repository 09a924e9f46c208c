// A child is outside of virtual time: a timer that is later than its end waits for it.
// @roundel-flags --virtual-time
'use strict';
const { exec, spawn, spawnSync } = require('node:child_process');

setTimeout(() => console.log('the timer'), 3000);
const cat = spawn('cat');
cat.stdout.setEncoding('utf8').on('data', (text) => console.log('cat says', text));
cat.on('close', (code) => {
  console.log('cat ended with', code);
  exec('sleep 0.1; echo late; exit 3', (error, stdout) => {
    console.log('exec', error.code, stdout.trim());
    const sleeper = spawn('sleep', ['600']);
    sleeper.on('exit', (exit, signal) => console.log('sleeper', exit, signal));
    setTimeout(() => sleeper.kill(), 30);
  });
});
cat.stdin.end('through a pipe');
console.log(spawnSync('sleep', ['600'], { timeout: 50 }).error.code);
