// WebSocket: the handshake, messages of every size and kind, fragments, pings, closing from either side, refusals.
'use strict';

const net = require('net');
const { createHash } = require('crypto');

const show = (error) => (error instanceof Error ? `${error.constructor.name} ${error.name} ${error.code} ${error.message}` : String(error));
const attempt = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, '!', show(error));
  }
};

// One frame of a server.
function frame(opcode, payload, isLast = true) {
  const bytes = Buffer.from(payload);
  const head = bytes.length < 126 ? Buffer.from([0, bytes.length]) : bytes.length < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
  if (head.length === 4) { head[1] = 126; head.writeUInt16BE(bytes.length, 2); }
  if (head.length === 10) { head[1] = 127; head.writeUInt32BE(bytes.length, 6); }
  head[0] = (isLast ? 0x80 : 0) | opcode;
  return Buffer.concat([head, bytes]);
}

// Frames of a client, unmasked: calls back with opcode and payload.
function reader(onFrame) {
  let kept = Buffer.alloc(0);
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    for (;;) {
      if (kept.length < 6) return;
      let length = kept[1] & 0x7f;
      let at = 2;
      if (length === 126) { length = kept.readUInt16BE(2); at = 4; } else if (length === 127) { length = kept.readUInt32BE(6); at = 10; }
      if (kept.length < at + 4 + length) return;
      const mask = kept.subarray(at, at + 4);
      const payload = Buffer.from(kept.subarray(at + 4, at + 4 + length));
      for (let i = 0; i < length; i++) payload[i] ^= mask[i % 4];
      const isMasked = (kept[1] & 0x80) !== 0;
      const opcode = kept[0] & 0x0f;
      kept = kept.subarray(at + 4 + length);
      onFrame(opcode, payload, isMasked);
    }
  };
}

function serve({ onOpen, onFrame, answer }) {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      let head = '';
      const onHead = (bytes) => {
        head += bytes.toString('latin1');
        if (!head.includes('\r\n\r\n')) return;
        socket.off('data', onHead);
        const key = /sec-websocket-key: (.*)\r\n/i.exec(head)[1];
        const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
        if (answer !== undefined) socket.write(answer(head, accept));
        else socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
        socket.on('data', reader((opcode, payload, isMasked) => onFrame?.(socket, opcode, payload, isMasked)));
        onOpen?.(socket, head);
      };
      socket.on('data', onHead);
    });
    server.listen(0, '127.0.0.1', () => resolve({ url: `ws://127.0.0.1:${server.address().port}/path?q`, stop: () => server.close() }));
  });
}

const describe = (data) => (typeof data === 'string' ? JSON.stringify(data.length > 40 ? `${data.slice(0, 5)}…${data.length}` : data) : data instanceof Blob ? `Blob ${data.size}` : `ArrayBuffer ${data.byteLength} ${new Uint8Array(data).slice(0, 4)}`);

// Waits for the end, telling of every event.
function watch(label, socket, onOpen) {
  return new Promise((resolve) => {
    socket.addEventListener('open', (event) => {
      console.log(label, 'open', event.constructor.name, socket.readyState, JSON.stringify(socket.protocol), JSON.stringify(socket.extensions));
      onOpen?.(socket);
    });
    socket.addEventListener('message', (event) => console.log(label, 'message', event.constructor.name, describe(event.data), event.origin.replace(/:\d+$/, ':P')));
    socket.addEventListener('error', (event) => console.log(label, 'error', event.constructor.name, event.message === undefined ? '' : 'with message'));
    socket.addEventListener('close', (event) => {
      console.log(label, 'close', event.constructor.name, event.code, JSON.stringify(event.reason), event.wasClean, socket.readyState);
      resolve();
    });
  });
}

(async () => {
  console.log(WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED, WebSocket.length, Object.getOwnPropertyNames(WebSocket.prototype).sort().join());
  attempt('none', () => new WebSocket());
  for (const url of ['', 'nope', 'ftp://a/', 'ws://a/#f', 'ws://']) attempt(url, () => new WebSocket(url).url);
  for (const protocols of ['a b', ['a', 'a'], [''], 'é']) attempt(`protocols ${protocols}`, () => new WebSocket('ws://127.0.0.1:1/', protocols).url);
  {
    const { url, stop } = await serve({
      onOpen: (socket, head) => {
        console.log(head.replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/sec-websocket-key: .*/i, 'sec-websocket-key: K').replace(/sec-websocket-extensions: .*\r\n/i, '').split('\r\n').map((line) => line.toLowerCase()).sort().join(' | ').replace(/accept-encoding: [^|]* \| /, ''));
      },
      onFrame: (socket, opcode, payload, isMasked) => {
        console.log('server got', opcode, payload.length, isMasked, payload.length < 10 ? payload.toString('hex') : '');
        socket.write(frame(opcode, payload));
        if (opcode === 8) socket.end();
      },
    });
    const socket = new WebSocket(url);
    console.log(socket.readyState, socket.url.replace(/:\d+/, ':P'), socket.binaryType, socket.bufferedAmount, JSON.stringify(socket.protocol));
    attempt('send early', () => socket.send('x'));
    await watch('echo', socket, () => {
      socket.send('hello');
      socket.send('é😀');
      socket.send('');
      socket.binaryType = 'arraybuffer';
      socket.send(new Uint8Array([1, 2, 3]));
      socket.send(new Uint16Array([1, 2]).subarray(1));
      socket.send(new ArrayBuffer(200));
      socket.send('x'.repeat(70000));
      socket.send(new Blob(['blob']));
      socket.send(12);
      console.log(socket.bufferedAmount > 0);
      attempt('code', () => socket.close(1001));
      attempt('code', () => socket.close(5000));
      attempt('reason', () => socket.close(1000, 'x'.repeat(124)));
      socket.binaryType = 'nope';
      console.log(socket.binaryType);
      socket.binaryType = 'arraybuffer';
      setTimeout(() => {
        socket.close(3001, 'bye');
        console.log(socket.readyState);
        attempt('send late', () => socket.send('late'));
        socket.close();
      }, 100);
    });
    attempt('after', () => socket.send('x'));
    socket.close();
    stop();
  }
  {
    const { url, stop } = await serve({
      onOpen: (socket) => {
        socket.write(Buffer.concat([frame(1, 'one', false), frame(9, 'ping'), frame(0, ' two', false), frame(0, ' three'), frame(10, 'pong'), frame(2, [1, 2])]));
        const split = frame(1, 'piece by piece');
        setTimeout(() => socket.write(split.subarray(0, 3)), 5);
        setTimeout(() => socket.write(split.subarray(3)), 15);
        setTimeout(() => socket.write(frame(8, Buffer.concat([Buffer.from([0x0f, 0xa0]), Buffer.from('reason')]))), 25);
      },
      onFrame: (socket, opcode, payload) => {
        console.log('server got', opcode, opcode === 8 ? payload.readUInt16BE(0) : payload.toString());
        if (opcode === 8) socket.end();
      },
    });
    await watch('server', new WebSocket(url));
    stop();
  }
  const scenes = {
    'refused': { answer: () => 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n' },
    'wrong accept': { answer: () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: nope\r\n\r\n' },
    'no upgrade': { answer: (head, accept) => `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n` },
    'protocol not asked for': { answer: (head, accept) => `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: z\r\n\r\n` },
    'masked': { onOpen: (socket) => socket.write(Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])) },
    'reserved bits': { onOpen: (socket) => socket.write(Buffer.from([0xf1, 0x01, 65])) },
    'bad opcode': { onOpen: (socket) => socket.write(Buffer.from([0x83, 0x00])) },
    'bad text': { onOpen: (socket) => socket.write(frame(1, [0xff, 0xfe])) },
    'continuation of nothing': { onOpen: (socket) => socket.write(frame(0, 'x')) },
    'long ping': { onOpen: (socket) => socket.write(frame(9, Buffer.alloc(126))) },
    'fragmented ping': { onOpen: (socket) => socket.write(frame(9, 'x', false)) },
    'dropped': { onOpen: (socket) => setTimeout(() => socket.destroy(), 5) },
    'no code': { onOpen: (socket) => socket.write(frame(8, '')), onFrame: (socket) => socket.end() },
    'going away': { onOpen: (socket) => socket.write(frame(8, [0x03, 0xe9])), onFrame: (socket) => socket.end() },
  };
  for (const label of Object.keys(scenes)) {
    const { url, stop } = await serve(scenes[label]);
    await watch(label, new WebSocket(url));
    stop();
  }
  {
    const { url, stop } = await serve({ answer: (head, accept) => `HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: b\r\n\r\n`, onFrame: (socket) => socket.end(frame(8, [0x03, 0xe8])) });
    await watch('chosen', new WebSocket(url.replace('ws:', 'http:'), ['a', 'b']), (socket) => socket.close());
    stop();
  }
  {
    const { url, stop } = await serve({});
    const socket = new WebSocket(url);
    const end = watch('early close', socket);
    socket.close();
    await end;
    stop();
  }
  for (const { 0: name, 1: init } of [['CloseEvent', { code: 1000, reason: 'r', wasClean: true }], ['ErrorEvent', { message: 'm', filename: 'f', lineno: 1, colno: 2, error: 3 }], ['MessageEvent', { data: 1, origin: 'o', lastEventId: 'i' }]]) {
    const event = new globalThis[name]('type', init);
    console.log(name, event.type, Object.keys(init).map((key) => event[key]).join(), event instanceof Event, Object.prototype.toString.call(event));
  }
  console.log(new CloseEvent('x').code, JSON.stringify(new CloseEvent('x').reason), new CloseEvent('x').wasClean, JSON.stringify(new ErrorEvent('x').message), new ErrorEvent('x').error);
})();
