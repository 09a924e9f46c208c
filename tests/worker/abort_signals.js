// Signals that can be transferred: what arrives is aborted after the one that stayed.
'use strict';

const util = require('util');
const { MessageChannel, Worker } = require('worker_threads');

const show = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
};
show('lengths', () => [util.transferableAbortSignal.length, util.transferableAbortController.length]);
show('nothing', () => util.transferableAbortSignal());
show('an object', () => util.transferableAbortSignal({}));
const plain = new AbortController();
show('transfer plain', () => structuredClone(plain.signal, { transfer: [plain.signal] }));
show('same', () => util.transferableAbortSignal(plain.signal) === plain.signal);
show('clone marked', () => structuredClone(plain.signal));
const made = util.transferableAbortController();
show('made', () => [made.constructor.name, made instanceof AbortController, made.signal.aborted]);
const over = util.transferableAbortSignal(AbortSignal.abort('why'));
const copy = structuredClone(over, { transfer: [over] });
console.log(copy.aborted, copy.reason, copy === over);

const follower = structuredClone(made.signal, { transfer: [made.signal] });
console.log(follower instanceof AbortSignal, follower.aborted, made.signal.aborted, process.getActiveResourcesInfo().includes('MessagePort'));
follower.addEventListener('abort', () => console.log('abort', follower.reason));
made.abort({ a: 1 });
console.log('at once', follower.aborted);
setTimeout(() => {
  console.log('later', follower.aborted);
  const { port1, port2 } = new MessageChannel();
  const other = util.transferableAbortController();
  port1.postMessage({ signal: other.signal, n: 1 }, [other.signal]);
  port2.once('message', ({ signal, n }) => {
    console.log('port', signal, n);
    signal.onabort = () => {
      console.log('port abort', signal.reason instanceof Error, signal.reason.name);
      port1.close();
      toWorker();
    };
    other.abort();
  });
}, 20);

function toWorker() {
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.once('message', ({ live, over }) => {
      console.log('worker', live.aborted, over.aborted, over.reason);
      live.onabort = () => { console.log('worker abort', live.reason); parentPort.close(); };
      parentPort.postMessage('ready');
    });`, { eval: true });
  const live = util.transferableAbortController();
  const over = util.transferableAbortSignal(AbortSignal.abort([1, 2]));
  worker.once('message', () => {
    parentKeeps(worker);
    live.abort('from afar');
  });
  worker.postMessage({ live: live.signal, over }, [live.signal, over]);
}

function parentKeeps(worker) {
  worker.on('exit', () => console.log('exit'));
}
