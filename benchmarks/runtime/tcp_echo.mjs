// Sixty-four connections, 64 bytes to and fro on each: CPU time of the echoing side for one message.
import { spawn } from 'node:child_process';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

const CONNECTIONS = 64;
const MESSAGES = 200_000;
const WARM_UP = MESSAGES / 5;

function measure() {
  let count = 0;
  let before;
  const server = net.createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('data', (data) => {
      count++;
      if (count === WARM_UP) before = process.cpuUsage();
      if (count === MESSAGES) {
        const { user, system } = process.cpuUsage(before);
        console.log((user + system) * 1000 / (MESSAGES - WARM_UP));
      }
      socket.write(data);
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1', () => {
    const args = [fileURLToPath(import.meta.url), 'load', String(server.address().port)];
    spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }).on('exit', () => process.exit());
  });
}

function load(port) {
  const bytes = Buffer.alloc(64, 'x');
  let sent = 0;
  for (let i = 0; i < CONNECTIONS; i++) {
    const socket = net.connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = 0;
    const send = () => {
      if (sent++ >= MESSAGES + CONNECTIONS) socket.destroy();
      else socket.write(bytes);
    };
    socket.on('connect', send);
    socket.on('data', (data) => {
      received += data.length;
      if (received < bytes.length) return;
      received = 0;
      send();
    });
  }
}

if (process.argv[2] === 'load') load(Number(process.argv[3]));
else measure();
