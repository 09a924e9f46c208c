// Buffers that are sent on from where they came: nothing is lost, whoever sent one has it no more.
'use strict';

const { once } = require('node:events');
const { MessageChannel, Worker } = require('node:worker_threads');

// Sends back what comes, once as it is and afterwards in something.
const echo = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (value) => {
    const buffer = value instanceof ArrayBuffer ? value : value.buffer;
    const before = buffer.byteLength;
    new Uint8Array(buffer).forEach((byte, i, bytes) => { bytes[i] = byte + 1; });
    parentPort.postMessage(value, [buffer]);
    if (buffer.byteLength !== 0 && before !== 0) throw new Error('the buffer is still here');
  });
`;

function sum(buffer) {
  let sum = 0;
  for (const byte of new Uint8Array(buffer)) sum += byte;
  return sum;
}

async function ask(worker, value, transfer) {
  worker.postMessage(value, transfer);
  const [answer] = await once(worker, 'message');
  return answer;
}

async function toAndFro(worker) {
  for (const length of [0, 1, 8191, 8192, 100_000, 2 ** 20, 2 ** 20 + 13]) {
    let buffer = new ArrayBuffer(length);
    for (let i = 0; i < 5; i++) {
      const sent = buffer;
      buffer = await ask(worker, sent, [sent]);
      if (sent.byteLength !== 0) console.log('not taken away', length);
    }
    console.log(length, buffer.byteLength, sum(buffer), buffer.resizable, buffer.detached);
  }
}

async function inOtherForms(worker) {
  const view = await ask(worker, new Uint16Array(100_000).fill(257), []).catch((error) => error.message);
  console.log('a view', view.constructor.name, view.length, view[99_999]);
  const again = await ask(worker, view, [view.buffer]);
  console.log('and again', again[0], view.length, view.buffer.detached);

  const resizable = new ArrayBuffer(20_000, { maxByteLength: 40_000 });
  let back = await ask(worker, resizable, [resizable]);
  back = await ask(worker, back, [back]);
  back.resize(30_000);
  console.log('resizable', back.resizable, back.maxByteLength, back.byteLength, sum(back), resizable.detached);

  // Used, moved and cut by the program in between.
  let moved = await ask(worker, new ArrayBuffer(200_000), []);
  moved = moved.transfer();
  moved = await ask(worker, moved, [moved]);
  moved = moved.transfer(150_000);
  moved = await ask(worker, moved, [moved]);
  moved = structuredClone(moved, { transfer: [moved] });
  moved = await ask(worker, moved, [moved]);
  console.log('moved', moved.byteLength, sum(moved));

  // Not transferred: both have it.
  const kept = await ask(worker, moved, []).catch(String);
  console.log('kept', sum(moved), sum(kept));
}

async function inSomething() {
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (value) => {
      value.count++;
      parentPort.postMessage(value, [value.one, value.list[0].buffer]);
    });
  `, { eval: true });
  let value = { count: 0, one: new ArrayBuffer(300_000), list: [new Uint8Array(9000).fill(7)], both: undefined };
  value.both = value.one;
  for (let i = 0; i < 3; i++) {
    const sent = value;
    value = await ask(worker, sent, [sent.one, sent.list[0].buffer]);
    console.log(value.count, value.both === value.one, value.one.byteLength, sum(value.list[0].buffer), sent.one.detached, sent.list[0].length);
  }
  await worker.terminate();
}

async function refused(worker) {
  const buffer = await ask(worker, new ArrayBuffer(100_000), []);
  for (const attempt of [
    () => worker.postMessage(buffer, [buffer, buffer]),
    () => worker.postMessage({ buffer, f() {} }, [buffer]),
    () => worker.postMessage(Symbol('s'), [buffer]),
  ]) {
    try {
      attempt();
    } catch (error) {
      console.log(error.name, error.code, error.message, buffer.byteLength);
    }
  }
  const sent = await ask(worker, buffer, [buffer]);
  try {
    worker.postMessage(buffer, [buffer]);
  } catch (error) {
    console.log(error.name, error.message, buffer.detached);
  }
  try {
    new Uint8Array(buffer);
  } catch (error) {
    console.log(error.name);
  }
  console.log(sum(sent));
}

// Through a port that waits, comes back and is asked without a loop.
async function throughPorts(worker) {
  const { port1, port2 } = new MessageChannel();
  const buffer = await ask(worker, new ArrayBuffer(50_000), []);
  port1.postMessage(buffer, [buffer]);
  port1.postMessage(1);
  port1.postMessage('text \u{1f600} ä');
  port1.postMessage(-0);
  port1.postMessage(null);
  port1.postMessage(undefined);
  port1.postMessage(10n);
  const forwarder = new Worker(`
    const { parentPort, receiveMessageOnPort } = require('node:worker_threads');
    parentPort.once('message', (port) => {
      for (let taken; (taken = receiveMessageOnPort(port)) !== undefined;) {
        const { message } = taken;
        parentPort.postMessage(message, message instanceof ArrayBuffer ? [message] : []);
      }
      parentPort.postMessage('end');
    });
  `, { eval: true });
  forwarder.postMessage(port2, [port2]);
  await new Promise((resolve) => {
    forwarder.on('message', (message) => {
      if (message === 'end') resolve();
      else console.log(typeof message, message instanceof ArrayBuffer ? sum(message) : message, Object.is(message, -0));
    });
  });
  port1.close();
  await forwarder.terminate();
}

async function main() {
  const worker = new Worker(echo, { eval: true });
  await toAndFro(worker);
  await inOtherForms(worker);
  await inSomething();
  await refused(worker);
  await throughPorts(worker);
  // Buffers that are on their way when the thread ends are lost with it.
  for (let i = 0; i < 50; i++) {
    const buffer = new ArrayBuffer(2 ** 20);
    worker.postMessage(buffer, [buffer]);
  }
  await worker.terminate();
  const late = new ArrayBuffer(100_000);
  worker.postMessage(late, [late]);
  console.log('late', late.byteLength);
}

main();
