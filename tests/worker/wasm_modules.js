// Modules of WebAssembly in messages.
'use strict';

const { MessageChannel, Worker, receiveMessageOnPort } = require('worker_threads');

// (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
const bytes = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11,
]);
const add = (module) => new WebAssembly.Instance(module).exports.add(40, 2);

(async () => {
  const sync = new WebAssembly.Module(bytes);
  console.log(sync instanceof WebAssembly.Module, sync.constructor === WebAssembly.Module, WebAssembly.Module.name, WebAssembly.Module.length);
  console.log(WebAssembly.Module.exports(sync)[0].name, Object.prototype.toString.call(sync));
  const cloned = structuredClone(sync);
  console.log(cloned !== sync, cloned instanceof WebAssembly.Module, add(cloned));
  const compiled = await WebAssembly.compile(bytes.buffer);
  const { module: instantiated } = await WebAssembly.instantiate(bytes);
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ compiled, list: [instantiated, instantiated] });
  const { message } = receiveMessageOnPort(port2);
  console.log(add(message.compiled), add(message.list[0]), message.list[0] === message.list[1]);
  port1.close();
  bytes.fill(0);
  const worker = new Worker(`
    const { parentPort, workerData } = require('worker_threads');
    parentPort.once('message', ({ module }) => {
      const run = (module) => new globalThis['Web' + 'Assembly'].Instance(module).exports.add(10, 20);
      parentPort.postMessage([run(module), run(workerData)]);
    });`, { eval: true, workerData: sync });
  worker.postMessage({ module: compiled });
  worker.once('message', (sums) => console.log(sums));
  for (const wrong of [undefined, 'x', new Uint8Array(3)]) {
    try {
      new WebAssembly.Module(wrong);
    } catch (error) {
      console.log(error.name);
    }
  }
})();
