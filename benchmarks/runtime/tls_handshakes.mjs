// Whole handshakes of TLS 1.3, both ends in this process, eight at a time: nanoseconds for one.
import tls from 'node:tls';
import { ca, cert, key } from './identity.mjs';

const TIMES = 1000;
const server = tls.createServer({ key, cert }, (socket) => socket.on('error', () => {}).end());
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const one = () => new Promise((resolve, reject) => {
    const socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
    socket.on('secureConnect', () => socket.end());
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.resume();
  });
  const many = async (times) => {
    for (let i = 0; i < times; i += 8) await Promise.all(Array.from({ length: 8 }, one));
  };
  await many(TIMES / 5);
  const started = performance.now();
  await many(TIMES);
  console.log((performance.now() - started) * 1e6 / TIMES);
  server.close();
});
