// Workers started one after the other until each has ended: milliseconds a worker.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const count = 20;

async function run(times) {
  for (let i = 0; i < times; i++) {
    const [code] = await once(new Worker('0', { eval: true }), 'exit');
    if (code !== 0) throw new Error(`code ${code}`);
  }
}

await run(2);
const started = performance.now();
await run(count);
console.log((performance.now() - started) / count);
