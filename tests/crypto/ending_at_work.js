// A program that ends while jobs of cryptography are at work ends as it says.
'use strict';

const { spawn } = require('child_process');
const crypto = require('crypto');

const RUNS = 40;

function work() {
  for (let i = 0; i < 4; i++) {
    (function again() { crypto.generateKeyPair('rsa', { modulusLength: 512 }, again); })();
    (function again() { crypto.randomBytes(100, again); })();
  }
  setTimeout(() => process.exit(7), 20);
}

async function main() {
  const endings = {};
  let left = RUNS;
  async function runThem() {
    while (left-- > 0) {
      const child = spawn(process.execPath, [__filename, 'child'], { stdio: 'inherit' });
      const ending = await new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
      endings[ending] = (endings[ending] ?? 0) + 1;
    }
  }
  await Promise.all([runThem(), runThem(), runThem()]);
  console.log(endings);
}

if (process.argv[2] === 'child') work();
else main();
