// One byte to a child and back, again and again: what a small chunk costs.
import { spawn } from 'node:child_process';

const rounds = 20_000;
const byte = Buffer.from('x');
const child = spawn('cat', [], { stdio: ['pipe', 'pipe', 'inherit'] });
let left = rounds;
let started;

child.stdout.on('data', () => {
  if (left-- > 0) {
    child.stdin.write(byte);
    return;
  }
  console.log((performance.now() - started) * 1e6 / rounds);
  child.stdin.end();
});
child.once('spawn', () => {
  started = performance.now();
  child.stdin.write(byte);
});
