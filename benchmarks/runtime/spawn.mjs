// A child that ends at once, three hundred times, one after the other.
import { spawn } from 'node:child_process';

const rounds = 300;
const started = performance.now();

function one(left) {
  spawn('true', [], { stdio: 'ignore' }).on('exit', (code) => {
    if (code !== 0) throw new Error(`ended with ${code}`);
    if (left > 1) one(left - 1);
    else console.log((performance.now() - started) * 1e6 / rounds);
  });
}

one(rounds);
