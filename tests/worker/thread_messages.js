// Messages by the number of a thread.
const { Worker, isMainThread, postMessageToThread } = require('worker_threads');

async function ask(...args) {
  try {
    console.log(await postMessageToThread(...args));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

async function main() {
  const worker = new Worker(__filename);
  await new Promise((resolve) => worker.once('message', resolve));
  process.on('workerMessage', (value, source) => console.log('main heard', value, source));
  await ask(0, 1);
  await ask(999, 1);
  await ask(worker.threadId, 'hello');
  await new Promise((resolve) => process.once('workerMessage', resolve));
  await ask(worker.threadId, 'throw');
  await ask(worker.threadId, 'x', [], -1);
  worker.postMessage('end');
}

if (isMainThread) {
  main();
} else {
  const { parentPort } = require('worker_threads');
  process.on('workerMessage', (value) => {
    if (value === 'throw') throw new Error('a listener throws');
    setTimeout(() => postMessageToThread(0, `back: ${value}`), 50);
  });
  parentPort.once('message', () => {});
  parentPort.postMessage('ready');
}
