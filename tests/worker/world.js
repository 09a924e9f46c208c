// What a worker finds: its arguments, its environment, its data; nested workers; broadcasts.
const { Worker, BroadcastChannel, setEnvironmentData, getEnvironmentData } = require('worker_threads');
const path = require('path');

process.env.ROUNDEL_TEST_VARIABLE = 'of the parent';
setEnvironmentData('key', { value: [1] });
const exited = (worker) => new Promise((resolve) => worker.once('exit', resolve));
const once = (emitter, event) => new Promise((resolve) => emitter.once(event, resolve));

async function main() {
  const source = `
    const { parentPort, getEnvironmentData, workerData } = require('worker_threads');
    process.env.ROUNDEL_TEST_VARIABLE += '!';
    parentPort.postMessage([process.argv.slice(1), process.env.ROUNDEL_TEST_VARIABLE, process.env.OTHER, getEnvironmentData('key'), typeof process.chdir, process.pid === workerData]);
  `;
  console.log(await once(new Worker(source, { eval: true, argv: ['a', 2], workerData: process.pid }), 'message'));
  console.log(await once(new Worker(source, { eval: true, env: { OTHER: 'own' }, workerData: process.pid }), 'message'));
  console.log(process.env.ROUNDEL_TEST_VARIABLE, getEnvironmentData('key'));

  const nested = new Worker(`
    const { Worker, parentPort, threadId } = require('worker_threads');
    const inner = new Worker('require("worker_threads").parentPort.postMessage("from the inner one"); process.chdir("/")', { eval: true });
    inner.on('message', (message) => parentPort.postMessage(message));
    inner.on('error', (error) => parentPort.postMessage(error.code));
  `, { eval: true });
  // A message and an error go different ways, and either may be first.
  const told = [];
  nested.on('message', (message) => told.push(message));
  console.log(await exited(nested), told.sort());

  const channel = new BroadcastChannel('news');
  const listeners = [0, 1].map(() => new Worker(`
    const { BroadcastChannel, parentPort } = require('worker_threads');
    const channel = new BroadcastChannel('news');
    channel.onmessage = ({ data }) => { if (data !== 'question') return; channel.postMessage({ answer: 42 }); channel.close(); };
    parentPort.postMessage('ready');
  `, { eval: true }));
  await Promise.all(listeners.map((worker) => once(worker, 'message')));
  let heard = 0;
  channel.onmessage = ({ data }) => {
    console.log('broadcast', data);
    if (++heard === 2) channel.close();
  };
  channel.postMessage('question');
  console.log(await Promise.all(listeners.map(exited)));

  const data = new URL('data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.postMessage(import.meta.url.slice(0, 5))');
  console.log(await once(new Worker(data), 'message'));
  const file = new Worker(path.join(__dirname, 'fixtures', 'module.mjs'), { workerData: 'given' });
  const ended = exited(file);
  console.log(await once(file, 'message'));
  console.log(await ended);
  const missing = new Worker(path.join(__dirname, 'fixtures', 'missing.js'));
  missing.on('error', (error) => console.log(error.code, error.message.split('\n')[0].replace(__dirname, '.')));
  console.log(await exited(missing));
}
main();
