// Ten thousand connections that have had one answer and are kept: what the server holds for them.
import { spawn } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

const CONNECTIONS = 10_000;

function serve() {
  const server = http.createServer({ keepAliveTimeout: 0 }, (req, res) => res.end('hello'));
  server.listen(0, '127.0.0.1', () => {
    const args = [fileURLToPath(import.meta.url), 'load', String(server.address().port)];
    spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }).on('exit', (code) => process.exit(code));
  });
}

// Opens them a hundred at a time, and ends when the last has been answered.
function load(port) {
  let opened = 0;
  let answered = 0;
  const open = () => {
    if (opened === CONNECTIONS) return;
    opened++;
    const socket = net.connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.once('data', () => {
      if (++answered === CONNECTIONS) process.exit();
      open();
    });
  };
  for (let i = 0; i < 100; i++) open();
}

if (process.argv[2] === 'load') load(Number(process.argv[3]));
else serve();
