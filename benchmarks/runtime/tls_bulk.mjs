// 256 megabytes over one connection of TLS, both ends in this process.
import tls from 'node:tls';
import { ca, cert, key } from './identity.mjs';

const CHUNK = Buffer.alloc(64 << 10, 'x');
const TOTAL = 256 << 20;

const server = tls.createServer({ key, cert }, (socket) => {
  let left = TOTAL;
  const send = () => {
    while (left > 0) {
      left -= CHUNK.length;
      if (!socket.write(CHUNK)) break;
    }
    if (left <= 0) socket.end();
  };
  socket.on('drain', send);
  send();
});
server.listen(0, '127.0.0.1', () => {
  const started = performance.now();
  let received = 0;
  const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca });
  socket.on('data', (chunk) => { received += chunk.length; });
  socket.on('end', () => {
    if (received !== TOTAL) throw new Error(`${received} bytes came`);
    console.log(performance.now() - started);
    server.close();
  });
});
