// A worker that is ended while its addon works on the pool and its thread-safe function is open: both come to an end.
'use strict';

const { Worker, isMainThread, parentPort } = require('worker_threads');
const addon = require(require('./fixtures/build')('async'));

if (!isMainThread) {
  addon.cancelled(() => {});
  addon.open_plain(() => console.log('never'));
  addon.hooks();
  parentPort.postMessage('ready');
  setInterval(() => {}, 1000);
  return;
}

const worker = new Worker(__filename);
worker.on('message', () => worker.terminate().then((code) => console.log('terminated', code)));
worker.on('exit', (code) => console.log('exit', code));
