// A worker that is ended in the middle of its messages loses only itself: the others go on, and what it shared stays usable.
'use strict';

const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (!isMainThread) {
  if (workerData.kind === 'talker') {
    const counter = new Int32Array(workerData.memory);
    for (;;) {
      Atomics.add(counter, 0, 1);
      parentPort.postMessage({ list: new Array(20).fill('text'), bytes: new Uint8Array(1000) });
    }
  }
  parentPort.on('message', (message) => {
    if (message === 'end') parentPort.close();
    else parentPort.postMessage(message * 2);
  });
} else {
  const memory = new SharedArrayBuffer(4);
  const steady = new Worker(__filename, { workerData: { kind: 'steady' } });
  const talkers = [1, 2, 3].map(() => new Worker(__filename, { workerData: { kind: 'talker', memory } }));
  let left = talkers.length;
  for (const talker of talkers) {
    talker.once('message', ({ list, bytes }) => {
      if (list.length !== 20 || bytes.length !== 1000) console.log('a message is not whole');
      talker.terminate().then((code) => {
        console.log('ended with', code);
        if (--left === 0) steady.postMessage(21);
      });
    });
    talker.on('error', (error) => console.log('error', error));
  }
  steady.on('message', (message) => {
    console.log('the other answers', message, Atomics.load(new Int32Array(memory), 0) > 0);
    steady.postMessage('end');
  });
  steady.on('exit', (code) => console.log('the other ends with', code));
}
