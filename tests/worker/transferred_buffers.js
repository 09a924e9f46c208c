// ArrayBuffers that are transferred: what has their memory afterwards, wherever in the message they and their views stand.
'use strict';

const assert = require('assert');
const { MessageChannel, Worker, isMainThread, parentPort, receiveMessageOnPort } = require('worker_threads');

const describe = (value) => {
  if (value instanceof ArrayBuffer) return `buffer ${value.byteLength} ${value.resizable ? value.maxByteLength : 'fixed'} sum ${sum(new Uint8Array(value))}`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} ${value.byteOffset}+${value.byteLength} of ${value.buffer.byteLength} sum ${sum(new Uint8Array(value.buffer))}`;
  if (value instanceof Map) return ['map', ...[...value].map((entry) => entry.map(describe))];
  if (value instanceof Set) return ['set', ...[...value].map(describe)];
  if (value instanceof Error) return [value.message, describe(value.cause)];
  if (Array.isArray(value)) return value.map(describe);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, describe(item)]));
  return value;
};

function sum(bytes) {
  let total = 0;
  for (let i = 0; i < bytes.length; i++) total = (total * 31 + bytes[i]) >>> 0;
  return total;
}

function filled(length, options) {
  const buffer = new ArrayBuffer(length, options);
  const bytes = new Uint8Array(buffer);
  for (let i = 0; i < length; i++) bytes[i] = i * 7;
  return buffer;
}

// Name, message and what is transferred.
function messages() {
  const all = [];
  for (const length of [0, 10, 5000, 70000, 1 << 20, (1 << 20) + 4321]) {
    const buffer = filled(length);
    all.push([`alone ${length}`, buffer, [buffer]]);
  }
  const views = filled(300000);
  all.push(['views', { view: new Uint16Array(views, 4, 100), data: new DataView(views, 1, 9), buffer: views, again: [views] }, [views]]);
  const keyed = filled(200000);
  const other = filled(16);
  all.push(['collections', { map: new Map([[1, keyed], [keyed, 2], ['view', new Uint8Array(keyed, 1)]]), set: new Set([1, keyed, other, 3]) }, [keyed, other]]);
  const cause = filled(150000);
  all.push(['cause', new Error('with bytes', { cause: { cause } }), [cause]]);
  const absent = filled(140000);
  all.push(['not in the message', { a: 1 }, [absent]]);
  const resizable = filled(1000, { maxByteLength: 4000 });
  all.push(['resizable', [resizable, new Uint8Array(resizable, 2, 5)], [resizable]]);
  const copied = filled(1 << 19);
  const moved = filled(1 << 19);
  all.push(['one copied, one moved', { copied, moved }, [moved]]);
  const deep = filled(131072);
  let nested = { deep };
  for (let i = 0; i < 50; i++) nested = [nested];
  all.push(['deep', nested, [deep]]);
  const pooled = Buffer.from(filled(200001));
  all.push(['a Buffer', pooled, [pooled.buffer]]);
  return all;
}

async function inMain() {
  for (const [name, value, transfer] of messages()) {
    const cloned = structuredClone(value, { transfer });
    console.log('clone', name, JSON.stringify(describe(cloned)), transfer.map((item) => item.byteLength).join());
  }
  const { port1, port2 } = new MessageChannel();
  for (const [name, value, transfer] of messages()) {
    port1.postMessage(value, transfer);
    const { message } = receiveMessageOnPort(port2);
    console.log('port', name, JSON.stringify(describe(message)), transfer.map((item) => item.byteLength).join());
  }
  port1.close();

  // What fails on the way takes nothing.
  const kept = filled(200000);
  assert.throws(() => structuredClone({ kept, f() {} }, { transfer: [kept] }), { name: 'DataCloneError' });
  console.log('kept', describe(kept));
  const cyclic = { buffer: filled(200000) };
  cyclic.self = cyclic;
  const clone = structuredClone(cyclic, { transfer: [cyclic.buffer] });
  console.log('cyclic', clone.self === clone, describe(clone.buffer), cyclic.buffer.byteLength);

  const worker = new Worker(__filename);
  const next = () => new Promise((resolve) => worker.once('message', resolve));
  for (const [name, value, transfer] of messages()) {
    worker.postMessage({ name, value }, transfer);
    const { described, back } = await next();
    console.log('worker', name, JSON.stringify(described), transfer.map((item) => item.byteLength).join(), JSON.stringify(describe(back)));
  }
  // To and fro: the same bytes every time.
  let travelling = filled(1 << 20);
  const before = describe(travelling);
  for (let i = 0; i < 50; i++) {
    worker.postMessage({ name: 'bounce', value: travelling }, [travelling]);
    travelling = (await next()).back;
  }
  console.log(describe(travelling) === before, new Float64Array(travelling).length);
  await worker.terminate();
  // The memory outlives the thread it came from.
  const short = new Worker(`const b = new Uint8Array(1 << 20).fill(5); require('worker_threads').parentPort.postMessage(b, [b.buffer])`, { eval: true });
  const late = new Promise((resolve) => short.once('message', resolve));
  await new Promise((resolve) => short.once('exit', resolve));
  console.log('late', describe(await late));
}

if (isMainThread) inMain();
else {
  parentPort.on('message', ({ name, value }) => {
    const described = describe(value);
    const moves = value instanceof ArrayBuffer ? [value] : [];
    parentPort.postMessage({ described: name === 'bounce' ? '' : described, back: value }, moves);
  });
}
