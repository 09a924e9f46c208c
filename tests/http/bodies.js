// Bodies in one piece, in chunks, in two packets and byte by byte, read as text and as bytes: what comes out is what went in.
'use strict';
const crypto = require('crypto');
const http = require('http');
const net = require('net');

const digest = (data, encoding) => crypto.createHash('md5').update(data, encoding).digest('hex');
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const server = http.createServer((req, res) => {
  const encoding = req.url.slice(1);
  const kinds = new Set();
  const chunks = [];
  if (encoding !== 'bytes') req.setEncoding(encoding);
  req.on('data', (data) => {
    kinds.add(typeof data === 'string' ? 'string' : data.constructor.name);
    chunks.push(data);
  });
  req.on('end', () => {
    const found = encoding === 'bytes' ? digest(Buffer.concat(chunks)) : digest(chunks.join(''), encoding);
    res.end(`${[...kinds]} ${found} ${req.complete}`);
  });
});

const bodies = {
  small: Buffer.from('hello'),
  wide: Buffer.from('grüße 😀 '.repeat(5)),
  middling: Buffer.alloc(3000, 'm'),
  large: Buffer.alloc(300_000, 'l'),
  binary: Buffer.from(Array.from({ length: 64 }, (_, i) => i * 4)),
};

const ways = {
  async whole(socket, head, body) {
    socket.write(Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]));
  },
  async chunked(socket, head, body) {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const half = body.length >> 1;
    for (const part of [body.subarray(0, half), body.subarray(half)]) {
      socket.write(`${part.length.toString(16)}\r\n`);
      socket.write(part);
      socket.write('\r\n');
    }
    socket.write('0\r\n\r\n');
  },
  async split(socket, head, body) {
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    await pause(3);
    socket.write(body.subarray(0, 7));
    await pause(3);
    socket.write(body.subarray(7));
  },
  async bytes(socket, head, body) {
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    for (let i = 0; i < body.length; i++) {
      await new Promise((done) => socket.write(body.subarray(i, i + 1), done));
      await pause(0);
    }
  },
};

function ask(encoding, way, body) {
  return new Promise((done) => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.setNoDelay(true);
    let text = '';
    socket.on('data', (data) => { text += data; });
    socket.on('close', () => done(text.slice(text.indexOf('\r\n\r\n') + 4)));
    way(socket, `POST /${encoding} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`, body);
  });
}

function pipelined() {
  return new Promise((done) => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => { text += data; });
    socket.on('close', () => done(text.replace(/Date: .*\r\n/g, '')));
    const post = (encoding, more) => `POST /${encoding} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 3\r\n\r\nabc`;
    socket.write(`${post('utf8', '').repeat(3)}GET /bytes HTTP/1.1\r\nHost: a\r\n\r\n${post('bytes', 'Connection: close\r\n')}`);
  });
}

server.listen(0, '127.0.0.1', async () => {
  for (const encoding of ['utf8', 'latin1', 'bytes']) {
    for (const name in bodies) {
      for (const way in ways) {
        if (way === 'bytes' && bodies[name].length > 100) continue;
        console.log(encoding, name, way, await ask(encoding, ways[way], bodies[name]));
      }
    }
  }
  console.log(await pipelined());
  // What was kept does not change when more comes.
  server.removeAllListeners('request');
  const kept = [];
  server.on('request', (req, res) => {
    req.on('data', (data) => kept.push(data));
    req.on('end', () => res.end());
  });
  for (let i = 0; i < 300; i++) await ask('bytes', ways.whole, Buffer.from(`body ${i} ${'x'.repeat(i)}`));
  console.log(kept.every((data, i) => data.toString() === `body ${i} ${'x'.repeat(i)}`), kept.length);
  server.close();
});
