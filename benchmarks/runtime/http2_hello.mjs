// The shortest answer over HTTP/2 without TLS, 8 connections of 8 streams: CPU time of the server for one.
//
// The load is this file in a child, run by the same runtime with its own client.
import { spawn } from 'node:child_process';
import http2 from 'node:http2';
import { fileURLToPath } from 'node:url';

const SESSIONS = 8;
const STREAMS = 8;
const REQUESTS = Number(process.env.HTTP_REQUESTS ?? 60_000);

function measure() {
  const warmUp = Math.floor(REQUESTS / 5);
  let count = 0;
  let before;
  const server = http2.createServer((req, res) => {
    count++;
    if (count === warmUp) before = process.cpuUsage();
    if (count === REQUESTS) {
      const { user, system } = process.cpuUsage(before);
      console.log((user + system) * 1000 / (REQUESTS - warmUp));
    }
    res.end('hello');
  });
  server.listen(0, '127.0.0.1', () => {
    const args = [fileURLToPath(import.meta.url), 'load', String(server.address().port)];
    const load = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    load.on('exit', () => server.close());
  });
}

function load(port) {
  let sent = 0;
  let answered = 0;
  for (let i = 0; i < SESSIONS; i++) {
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const send = () => {
      if (sent++ >= REQUESTS) return;
      const stream = session.request({ ':path': '/' });
      stream.on('end', () => {
        if (++answered >= REQUESTS) process.exit(0);
        send();
      });
      stream.resume();
    };
    session.on('connect', () => {
      for (let j = 0; j < STREAMS; j++) send();
    });
  }
}

if (process.argv[2] === 'load') load(Number(process.argv[3]));
else measure();
