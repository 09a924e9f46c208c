// A small message to a worker and back: nanoseconds a round.
import { Worker } from 'node:worker_threads';

const count = 20_000;
const worker = new Worker(
  "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (message) => parentPort.postMessage(message));",
  { eval: true },
);

function play(rounds) {
  return new Promise((resolve) => {
    let left = rounds;
    const hear = () => {
      if (--left > 0) {
        worker.postMessage(left);
        return;
      }
      worker.off('message', hear);
      resolve();
    };
    worker.on('message', hear);
    worker.postMessage(left);
  });
}

await play(2000);
const started = performance.now();
await play(count);
console.log(((performance.now() - started) * 1e6) / count);
await worker.terminate();
