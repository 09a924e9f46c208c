// Memory that several threads see, and waiting for it.
const { Worker } = require('worker_threads');

const shared = new SharedArrayBuffer(64);
const numbers = new Int32Array(shared);
const source = `
  const { parentPort, workerData } = require('worker_threads');
  const { numbers, index } = workerData;
  Atomics.wait(numbers, 0, 0);
  for (let i = 0; i < 10000; i++) Atomics.add(numbers, 1, 1);
  Atomics.store(numbers, 2 + index, index + 1);
  Atomics.notify(numbers, 2 + index);
  parentPort.postMessage(numbers.buffer);
`;

let left = 4;
for (let index = 0; index < 4; index++) {
  const worker = new Worker(source, { eval: true, workerData: { numbers, index } });
  worker.on('message', (buffer) => {
    console.log('back', buffer instanceof SharedArrayBuffer, buffer.byteLength, buffer === shared);
    new Int32Array(buffer)[15] += 1;
  });
  worker.on('exit', () => {
    if (--left === 0) {
      console.log([...numbers]);
      grow();
    }
  });
}
Atomics.store(numbers, 0, 1);
setTimeout(() => Atomics.notify(numbers, 0), 50);
const poll = setInterval(() => Atomics.notify(numbers, 0), 50);
setTimeout(() => clearInterval(poll), 200);

function grow() {
  const growable = new SharedArrayBuffer(4, { maxByteLength: 64 });
  new Worker('require("worker_threads").workerData.grow(32)', { eval: true, workerData: growable })
    .on('exit', () => {
      console.log(growable.byteLength, growable.growable);
      endAWait();
    });
}

async function endAWait() {
  const waiting = new Worker('Atomics.wait(require("worker_threads").workerData, 0, 0); console.log("never")', { eval: true, workerData: new Int32Array(new SharedArrayBuffer(8)) });
  await new Promise((resolve) => waiting.once('online', resolve));
  console.log(await new Promise((resolve) => setTimeout(() => resolve(waiting.terminate()), 50)));
}
