// Memory that is on its way to a thread, or has come from it, when the thread ends is not kept.
'use strict';

const { once } = require('node:events');
const { Worker } = require('node:worker_threads');

const SIZE = 2 ** 20;

// Takes one, keeps it, and hears no more.
const deaf = `
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', (buffer) => {
    globalThis.kept = buffer;
    const answer = new ArrayBuffer(${SIZE});
    parentPort.postMessage(answer, [answer]);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

async function lose() {
  const worker = new Worker(deaf, { eval: true });
  for (let i = 0; i < 40; i++) {
    const { buffer } = new Uint8Array(SIZE).fill(i);
    worker.postMessage(buffer, [buffer]);
  }
  const [answer] = await once(worker, 'message');
  await worker.terminate();
  return answer.byteLength;
}

async function main() {
  await lose();
  const before = process.memoryUsage().rss;
  let heard = 0;
  for (let i = 0; i < 8; i++) heard += await lose();
  const grown = process.memoryUsage().rss - before;
  console.log(heard / SIZE, grown < 160 * SIZE ? 'little is kept' : `${grown / SIZE} MB more`);
}

main();
