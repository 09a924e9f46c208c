// The memory that small Buffers share can not be transferred: it holds the bytes of others.
const { isMarkedAsUntransferable } = require('node:worker_threads');

const small = Buffer.from('hello world');
const { port1 } = new MessageChannel();
console.log(isMarkedAsUntransferable(small.buffer), isMarkedAsUntransferable(Buffer.alloc(5).buffer), isMarkedAsUntransferable(5));
for (const transfer of [
  () => port1.postMessage(small, [small.buffer]),
  () => structuredClone(small, { transfer: [small.buffer] }),
]) {
  try {
    transfer();
    console.log('transferred');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(small.toString(), structuredClone(small).length);
const own = new ArrayBuffer(8);
structuredClone(own, { transfer: [own] });
console.log(own.byteLength);
port1.close();
