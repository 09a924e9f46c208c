// What a worker and its parent say to each other, and in which order.
const { Worker, isMainThread, threadId, parentPort, workerData } = require('worker_threads');
console.log(isMainThread, threadId, parentPort, workerData);

const worker = new Worker(`
  const { parentPort, workerData, threadId, isMainThread, threadName } = require('worker_threads');
  parentPort.on('message', (message) => {
    if (message === 'end') { parentPort.postMessage('ended'); parentPort.close(); return; }
    parentPort.postMessage({ echo: message, threadId, isMainThread, threadName, workerData });
  });
  process.on('exit', (code) => console.log('the worker exits', code));
`, { eval: true, workerData: { list: [1, new Map([['a', new Date(0)]])] } });

for (const event of ['online', 'message', 'error', 'exit']) {
  worker.on(event, (...args) => {
    console.log(event, ...args);
    process.nextTick(() => console.log(event, 'tick'));
    Promise.resolve().then(() => console.log(event, 'microtask'));
  });
}
worker.once('online', () => worker.postMessage({ cyclic: true, nested: [1n, /x/g, new Set([1])] }));
worker.once('message', () => worker.postMessage('end'));
worker.on('exit', () => console.log(worker.threadId, worker.resourceLimits, worker.postMessage('nobody')));
