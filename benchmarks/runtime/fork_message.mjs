// A message to a forked child and back, again and again.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rounds = 10_000;

if (process.argv[2] === 'child') {
  process.on('message', (message) => process.send(message));
} else {
  const child = fork(fileURLToPath(import.meta.url), ['child']);
  let left = rounds + rounds / 10;
  let started;
  child.on('message', (message) => {
    left--;
    if (left === rounds) started = performance.now();
    if (left > 0) {
      child.send(message);
      return;
    }
    console.log((performance.now() - started) * 1e6 / rounds);
    child.disconnect();
  });
  child.send({ id: 1, text: 'a message' });
}
