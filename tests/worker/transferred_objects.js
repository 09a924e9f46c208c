// Objects of the platform on their way to another thread and back: blobs, files, keys, certificates, addresses, open files, streams.
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const net = require('net');
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
  parentPort.on('message', async ({ kind, value }) => {
    switch (kind) {
      case 'blob': parentPort.postMessage([value.constructor.name, value.size, value.type, value.name, await value.text(), value]); break;
      case 'secret': parentPort.postMessage([value.type, value.export().toString(), value]); break;
      case 'private': parentPort.postMessage([value.type, value.asymmetricKeyType, crypto.sign(null, Buffer.from('x'), value)]); break;
      case 'crypto key': {
        const signature = await globalThis.crypto.subtle.sign('HMAC', value, Buffer.from('x'));
        parentPort.postMessage([value.type, value.extractable, value.usages, value.algorithm, Buffer.from(signature).toString('hex')]);
        break;
      }
      case 'address': parentPort.postMessage([value.address, value.port, value.family]); break;
      case 'block list': parentPort.postMessage([value.check('10.0.0.7'), value.check('10.0.1.7')]); break;
      case 'file': {
        const text = await value.readFile('utf8');
        await value.close();
        parentPort.postMessage(text.slice(0, 30));
        break;
      }
      case 'readable': {
        const chunks = [];
        for await (const chunk of value) chunks.push(chunk);
        parentPort.postMessage(chunks);
        break;
      }
      case 'writable': {
        const writer = value.getWriter();
        await writer.write('from the worker');
        await writer.write({ a: [1] });
        await writer.close();
        parentPort.postMessage('written');
        break;
      }
      case 'transform': {
        const writer = value.writable.getWriter();
        writer.write('shout');
        parentPort.postMessage(await value.readable.getReader().read());
        break;
      }
      default: parentPort.close();
    }
  });
} else {
  const worker = new Worker(__filename);
  const ask = (kind, value, transfer) => new Promise((resolve) => {
    worker.once('message', resolve);
    worker.postMessage({ kind, value }, transfer);
  });
  (async () => {
    const back = await ask('blob', new Blob(['some ', 'text'], { type: 'text/plain' }));
    console.log(back, await back[5].text());
    console.log((await ask('blob', new File(['abc'], 'a.txt', { lastModified: 5 }))).slice(0, 5));
    const secret = await ask('secret', crypto.createSecretKey(Buffer.from('0123456789abcdef')));
    console.log(secret[0], secret[1], secret[2].export().toString());
    const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519');
    const [type, kind, signature] = await ask('private', privateKey);
    console.log(type, kind, crypto.verify(null, Buffer.from('x'), publicKey, signature));
    const hmac = await globalThis.crypto.subtle.importKey('raw', Buffer.alloc(32, 1), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    console.log(await ask('crypto key', hmac));
    console.log(await ask('address', new net.SocketAddress({ address: '10.1.2.3', port: 80 })));
    const list = new net.BlockList();
    list.addSubnet('10.0.0.0', 24);
    console.log(await ask('block list', list));
    const handle = await fs.promises.open(__filename);
    try {
      worker.postMessage({ value: handle });
    } catch (error) {
      console.log(error.name, error.message);
    }
    console.log(await ask('file', handle, [handle]), handle.fd);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue('a');
        controller.enqueue({ b: 1 });
        controller.close();
      },
    });
    console.log(await ask('readable', stream, [stream]), stream.locked);
    const written = [];
    const closed = Promise.withResolvers();
    const sink = new WritableStream({ write: (chunk) => { written.push(chunk); }, close: closed.resolve });
    console.log(await ask('writable', sink, [sink]));
    await closed.promise;
    console.log(written);
    const upper = new TransformStream({ transform: (chunk, controller) => controller.enqueue(chunk.toUpperCase()) });
    console.log(await ask('transform', upper, [upper]));
    worker.terminate();
  })();
}
