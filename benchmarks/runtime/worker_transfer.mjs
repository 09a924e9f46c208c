// A buffer of 1 MB that is transferred to a worker and back: nanoseconds a round.
import { Worker } from 'node:worker_threads';

const count = 500;
const worker = new Worker(
  "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (b) => parentPort.postMessage(b, [b]));",
  { eval: true },
);

function play(rounds) {
  return new Promise((resolve) => {
    let left = rounds;
    const hear = (buffer) => {
      if (buffer.byteLength !== 2 ** 20) throw new Error('bytes were lost');
      if (--left > 0) {
        worker.postMessage(buffer, [buffer]);
        return;
      }
      worker.off('message', hear);
      resolve();
    };
    worker.on('message', hear);
    const buffer = new ArrayBuffer(2 ** 20);
    worker.postMessage(buffer, [buffer]);
  });
}

await play(50);
const started = performance.now();
await play(count);
console.log(((performance.now() - started) * 1e6) / count);
await worker.terminate();
