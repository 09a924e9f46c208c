// Ports that travel: into a worker, out of it, both ends of a channel to two workers, with what waits in them.
const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads');

const source = `
  const { parentPort, workerData, MessageChannel } = require('worker_threads');
  const { port, name } = workerData;
  port.on('message', (message) => {
    if (message.port) { message.port.postMessage('through ' + name); message.port.close(); return; }
    port.postMessage(name + ' heard ' + message);
    if (message === 'end') port.close();
  });
`;

async function main() {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage('waiting');
  const worker = new Worker(source, { eval: true, workerData: { port: port2, name: 'one' }, transferList: [port2] });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  const heard = (port) => new Promise((resolve) => port.once('message', resolve));
  console.log(await heard(port1));
  port1.postMessage('again');
  console.log(await heard(port1));

  const inner = new MessageChannel();
  port1.postMessage({ port: inner.port2 }, [inner.port2]);
  console.log(await heard(inner.port1));
  await new Promise((resolve) => inner.port1.once('close', resolve));
  console.log('closed from inside');
  port1.postMessage('end');
  console.log(await heard(port1));
  console.log('exit', await exited);

  // Two workers that talk past their parent.
  const between = new MessageChannel();
  const talker = new Worker(`
    const { workerData: { port } } = require('worker_threads');
    for (let i = 0; i < 3; i++) port.postMessage(i);
    port.once('message', (message) => { port.postMessage('got ' + message); port.close(); });
  `, { eval: true, workerData: { port: between.port1 }, transferList: [between.port1] });
  const listener = new Worker(`
    const { parentPort, workerData: { port } } = require('worker_threads');
    port.on('message', (message) => {
      parentPort.postMessage(message);
      if (message === 2) port.postMessage('enough');
    });
  `, { eval: true, workerData: { port: between.port2 }, transferList: [between.port2] });
  listener.on('message', (message) => console.log('listener', message));
  await Promise.all([talker, listener].map((one) => new Promise((resolve) => one.once('exit', resolve))));

  const sync = new MessageChannel();
  const poster = new Worker(`
    const { workerData } = require('worker_threads');
    workerData.port.postMessage({ big: new Uint8Array(workerData.length).fill(7) });
  `, { eval: true, workerData: { port: sync.port2, length: 100000 }, transferList: [sync.port2] });
  await new Promise((resolve) => poster.once('exit', resolve));
  const { message } = receiveMessageOnPort(sync.port1);
  console.log(message.big.length, message.big[99999], receiveMessageOnPort(sync.port1));
}
main();
