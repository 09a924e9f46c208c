// What a worker and its parent say to each other, and in which order. What it prints goes another way than its messages and may
// overtake them, so it is shown at the end.
const { Worker, isMainThread, threadId, parentPort, workerData } = require('worker_threads');
console.log(isMainThread, threadId, parentPort, workerData);

const worker = new Worker(`
  const { parentPort, workerData, threadId, isMainThread, threadName } = require('worker_threads');
  parentPort.on('message', (message) => {
    if (message === 'end') { parentPort.postMessage('ended'); return; }
    // A message that is under way when its sender ends may arrive with the end.
    if (message === 'close') { parentPort.close(); return; }
    parentPort.postMessage({ echo: message, threadId, isMainThread, threadName, workerData });
  });
  process.on('exit', (code) => console.log('the worker exits', code));
`, { eval: true, stdout: true, workerData: { list: [1, new Map([['a', new Date(0)]])] } });

for (const event of ['online', 'message', 'error', 'exit']) {
  worker.on(event, (...args) => {
    console.log(event, ...args);
    process.nextTick(() => console.log(event, 'tick'));
    Promise.resolve().then(() => console.log(event, 'microtask'));
  });
}
worker.once('online', () => worker.postMessage({ cyclic: true, nested: [1n, /x/g, new Set([1])] }));
worker.once('message', () => {
  worker.postMessage('end');
  worker.once('message', () => worker.postMessage('close'));
});
worker.on('exit', () => console.log(worker.threadId, worker.resourceLimits, worker.postMessage('nobody')));
let printed = '';
worker.stdout.on('data', (chunk) => { printed += chunk; });
process.on('exit', () => console.log('printed', printed));
