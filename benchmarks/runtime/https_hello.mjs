// The shortest answer to the shortest request over TLS, 32 connections that are kept: CPU time of both ends for one.
import https from 'node:https';
import { ca, cert, key } from './identity.mjs';

const TIMES = 20_000;
const CONNECTIONS = 32;
const server = https.createServer({ key, cert }, (req, res) => res.end('hello'));
server.listen(0, '127.0.0.1', async () => {
  const agent = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, ca, servername: 'localhost' });
  const { port } = server.address();
  const one = () => new Promise((resolve, reject) => {
    const req = https.get({ port, host: '127.0.0.1', agent, ca, servername: 'localhost' }, (res) => {
      res.on('end', resolve);
      res.resume();
    });
    req.on('error', reject);
  });
  const many = (times) => {
    let left = times;
    const go = async () => {
      while (left-- > 0) await one();
    };
    return Promise.all(Array.from({ length: CONNECTIONS }, go));
  };
  await many(TIMES / 5);
  const before = process.cpuUsage();
  await many(TIMES);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) * 1000 / TIMES);
  agent.destroy();
  server.close();
});
