// A message that another thread sent before it woke this one is there at once, although the loop has not turned.
'use strict';

const { Worker, MessageChannel, isMainThread, parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads');

if (isMainThread) {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(__filename, { workerData: { port: port2 }, transferList: [port2] });
  for (let i = 0; i < 3; i++) {
    const shared = new SharedArrayBuffer(4);
    const view = new Int32Array(shared);
    worker.postMessage({ shared, i });
    Atomics.wait(view, 0, 0);
    console.log(receiveMessageOnPort(port1), receiveMessageOnPort(port1));
  }
  worker.terminate();
  port1.close();
} else {
  parentPort.on('message', ({ shared, i }) => {
    workerData.port.postMessage({ i });
    const view = new Int32Array(shared);
    Atomics.add(view, 0, 1);
    Atomics.notify(view, 0);
  });
}
