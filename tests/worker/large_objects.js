// Objects of the platform with large content stay what they are when they are sent, again and again.
'use strict';

const { MessageChannel, Worker, isMainThread, parentPort } = require('worker_threads');

// A module with a long custom section.
function moduleBytes(length) {
  const size = [];
  for (let rest = length + 2; ; rest >>>= 7) {
    size.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest < 128) break;
  }
  return Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 0, ...size, 1, 120, ...new Uint8Array(length).fill(7)]);
}
const sections = (module) => WebAssembly.Module.customSections(module, 'x').map((section) => `${section.byteLength} ${new Uint8Array(section)[length - 1]}`);
const length = 300000;

if (!isMainThread) {
  parentPort.on('message', async ({ blob, module, bytes }) => {
    const content = new Uint8Array(await blob.arrayBuffer());
    parentPort.postMessage([content.length, content[length - 1], content.every((byte) => byte === 9), sections(module), bytes.length, bytes[length - 1]]);
  });
} else {
  (async () => {
    const blob = new Blob([new Uint8Array(length).fill(9)]);
    const module = new WebAssembly.Module(moduleBytes(length));
    const bytes = new Uint8Array(length).fill(5);
    const worker = new Worker(__filename);
    for (let i = 0; i < 3; i++) {
      worker.postMessage({ blob, module, bytes });
      console.log(await new Promise((resolve) => worker.once('message', resolve)));
    }
    const { port1, port2 } = new MessageChannel();
    port1.postMessage({ blob, bytes });
    const { blob: copy } = await new Promise((resolve) => port2.once('message', resolve));
    port1.close();
    for (const each of [blob, copy]) console.log(new Uint8Array(await each.arrayBuffer()).every((byte) => byte === 9));
    console.log(sections(structuredClone(module)), bytes.every((byte) => byte === 5));
    worker.terminate();
  })();
}
