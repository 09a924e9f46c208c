// fetch that is aborted: before, while it waits, in the middle of the body, after it.
'use strict';

const net = require('net');

const show = (error) => (error instanceof Error ? `${error.constructor.name} ${error.name} ${error.message}` : String(error));
const settle = (label, promise) => promise.then((value) => console.log(label, 'ok', typeof value === 'string' ? value : value.status ?? value), (error) => console.log(label, 'no', show(error)));
const closed = [];
const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    const path = /^\S+ (\S+)/.exec(String(bytes))?.[1];
    if (path === undefined) return;
    socket.on('close', () => closed.push(path));
    if (path === '/silent') return;
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabcde');
    if (path === '/whole') socket.write('fghij');
  });
});

server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  await settle('before', fetch(url, { signal: AbortSignal.abort() }));
  await settle('before, why', fetch(url, { signal: AbortSignal.abort('why') }));
  {
    const controller = new AbortController();
    const promise = fetch(`${url}/silent`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await settle('silent', promise);
  }
  {
    const controller = new AbortController();
    const promise = fetch(`${url}/silent`, { signal: controller.signal });
    controller.abort(new Error('at once'));
    await settle('at once', promise);
  }
  await settle('timeout', fetch(`${url}/silent`, { signal: AbortSignal.timeout(20) }));
  {
    const controller = new AbortController();
    const response = await fetch(`${url}/half`, { signal: controller.signal });
    const text = response.text();
    setTimeout(() => controller.abort(), 20);
    await settle('in the body', text);
  }
  {
    const controller = new AbortController();
    const response = await fetch(`${url}/half`, { signal: controller.signal });
    const reader = response.body.getReader();
    console.log(Buffer.from((await reader.read()).value).toString());
    controller.abort('reason');
    await settle('reader', reader.read());
    await settle('closed', reader.closed);
  }
  {
    const response = await fetch(`${url}/half`);
    const reader = response.body.getReader();
    await reader.read();
    await settle('cancel', reader.cancel('enough').then(() => 'cancelled'));
  }
  {
    const controller = new AbortController();
    const response = await fetch(`${url}/whole`, { signal: controller.signal });
    const text = await response.text();
    controller.abort();
    console.log('after', text);
  }
  {
    const controller = new AbortController();
    const request = new Request(`${url}/silent`, { signal: controller.signal });
    const promise = fetch(request);
    controller.abort();
    await settle('request', promise);
  }
  {
    const controller = new AbortController();
    const body = new ReadableStream({ pull(c) { c.enqueue(Buffer.from('x')); return new Promise(() => {}); } });
    const promise = fetch(`${url}/silent`, { method: 'POST', body, duplex: 'half', signal: controller.signal });
    setTimeout(() => controller.abort('stop'), 20);
    await settle('upload', promise);
  }
  setTimeout(() => {
    console.log(closed.filter((path) => path === '/half').length);
    server.close(() => console.log('end'));
    server.closeAllConnections?.();
    process.exit();
  }, 50);
});
