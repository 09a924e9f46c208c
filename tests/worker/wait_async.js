// Atomics.waitAsync: what it answers at once, notifications within a thread and from another, counts, and that it holds nothing.
'use strict';

const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (!isMainThread) {
  const elements = new Int32Array(workerData);
  Atomics.store(elements, 2, 1);
  parentPort.postMessage({ woken: Atomics.notify(elements, 2) });
  const own = Atomics.waitAsync(elements, 3, 0);
  own.value.then((result) => parentPort.postMessage({ result }));
  // The loop of the worker lives as long as it listens.
  parentPort.once('message', () => {});
} else {
  const elements = new Int32Array(new SharedArrayBuffer(32));
  const wide = new BigInt64Array(new SharedArrayBuffer(16));
  console.log(Atomics.waitAsync.length, Atomics.waitAsync.name);
  console.log(Atomics.waitAsync(elements, 0, 1), Atomics.waitAsync(elements, 0, 0, 0), Atomics.waitAsync(wide, 1, 5n));
  for (const args of [[], [new Int8Array(1), 0, 0], [new Int32Array(4), 0, 0], [elements, 9, 0], [elements, 0, Symbol()], [wide, 0, 0]]) {
    try {
      console.log(Atomics.waitAsync(...args));
    } catch (error) {
      console.log(error.name);
    }
  }
  const say = (label) => (result) => console.log(label, result);
  for (const label of ['one', 'two', 'three']) Atomics.waitAsync(elements, 0, 0).value.then(say(label));
  Atomics.waitAsync(wide, 0, 0n).value.then(say('wide'));
  console.log(Atomics.notify(elements, 0, 2), Atomics.notify(elements, 0), Atomics.notify(elements, 0), Atomics.notify(wide, 0));
  Atomics.waitAsync(elements, 2, 0).value.then(say('from a worker'));
  const worker = new Worker(__filename, { workerData: elements.buffer });
  worker.on('message', (message) => {
    console.log(message);
    if (message.woken === undefined) worker.postMessage('end');
    else setTimeout(() => console.log('notified', Atomics.notify(elements, 3)), 20);
  });
  worker.on('exit', (code) => {
    console.log('exit', code);
    // Nobody will notify it, and nothing waits for it.
    Atomics.waitAsync(elements, 5, 0).value.then(say('never'));
  });
}
