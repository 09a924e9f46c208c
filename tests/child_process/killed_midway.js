// A child that is killed while it sends: what came is whole messages and whole bytes, and nothing stays open.
'use strict';
const { fork, spawn } = require('child_process');
const fs = require('fs');

if (process.argv[2] === 'talker') {
  const text = 'x'.repeat(50000);
  let number = 0;
  (function send() {
    process.send({ number: number++, text }, send);
  })();
  return;
}

const descriptors = () => fs.readdirSync('/proc/self/fd').length;
const before = descriptors();

function talker(done) {
  const child = fork(__filename, ['talker']);
  let next = 0;
  let whole = true;
  child.on('message', ({ number, text }) => {
    whole &&= number === next++ && text.length === 50000;
    if (next === 20) child.kill('SIGKILL');
  });
  const events = [];
  for (const event of ['disconnect', 'exit', 'error']) child.on(event, (...args) => events.push([event, ...args]));
  child.on('close', (code, signal) => {
    console.log('talker', whole, next >= 20, events.length, events.flat().includes('error'), code, signal, child.connected);
    done();
  });
}

function writer(done) {
  const child = spawn('cat', ['/dev/zero']);
  let bytes = 0;
  let zeros = true;
  child.stdout.on('data', (chunk) => {
    bytes += chunk.length;
    zeros &&= chunk.every((byte) => byte === 0);
    if (bytes > 1e6) child.kill('SIGKILL');
  });
  child.on('close', (code, signal) => {
    console.log('writer', bytes > 1e6, zeros, code, signal, child.killed);
    done();
  });
}

function reader(done) {
  const child = spawn('sh', ['-c', 'head -c 100000 >/dev/null; kill -9 $$']);
  child.stdin.on('error', (error) => console.log('reader', ['EPIPE', 'ECONNRESET'].includes(error.code), error.syscall));
  child.stdin.write(Buffer.alloc(8 << 20));
  child.on('close', (code, signal) => {
    console.log('reader', code, signal);
    done();
  });
}

talker(() => writer(() => reader(() => setTimeout(() => console.log('descriptors', descriptors() - before < 2), 50))));
