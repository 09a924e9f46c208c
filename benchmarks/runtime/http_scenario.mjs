// What the scenarios of HTTP share: a server in this process, its load in a child, the server's CPU time for a request.
//
// The child is this file, run by the same runtime, on plain sockets: it keeps every connection busy with the same bytes
// and knows an answer by its length.
import { spawn } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

const CONNECTIONS = 64;
const REQUESTS = Number(process.env.HTTP_REQUESTS ?? 200_000);
// Beside the time of all threads that of the one that serves; what the engine compiles on others is not in it.
const TELLS_MAIN_THREAD = process.env.HTTP_MAIN_THREAD === '1';

// `listener` answers; `request` is the text of one request, of which `together` are sent at once.
export function measure({ listener, request, together = 1, requests = REQUESTS }) {
  const warmUp = requests / 5;
  let count = 0;
  let before;
  const server = http.createServer((req, res) => {
    count++;
    if (count === warmUp) before = usages();
    if (count === requests) console.log(usages().map((usage, at) => (usage - before[at]) * 1000 / (requests - warmUp)).join(' '));
    listener(req, res);
  });
  server.listen(0, '127.0.0.1', () => {
    const args = [fileURLToPath(import.meta.url), 'load', String(server.address().port), String(together),
                  String(requests), Buffer.from(request).toString('base64')];
    const load = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    load.on('exit', () => {
      server.closeAllConnections();
      server.close();
    });
  });
}

// Microseconds.
function usages() {
  const sum = ({ user, system }) => user + system;
  return TELLS_MAIN_THREAD ? [sum(process.cpuUsage()), sum(process.threadCpuUsage())] : [sum(process.cpuUsage())];
}

function load(port, together, requests, request) {
  const bytes = Buffer.concat(Array(together).fill(request));
  let sent = 0;
  const probe = net.connect(port, '127.0.0.1');
  probe.write(request);
  let answer = '';
  probe.on('data', (data) => {
    answer += data.toString('latin1');
    const head = answer.indexOf('\r\n\r\n');
    if (head === -1) return;
    const length = head + 4 + Number(/content-length: (\d+)/i.exec(answer)[1]);
    if (answer.length < length) return;
    probe.destroy();
    for (let i = 0; i < CONNECTIONS; i++) keepBusy(length * together);
  });

  function keepBusy(expected) {
    const socket = net.connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = 0;
    const send = () => {
      if (sent >= requests + CONNECTIONS * together) {
        socket.destroy();
        return;
      }
      sent += together;
      socket.write(bytes);
    };
    socket.on('connect', send);
    socket.on('data', (data) => {
      received += data.length;
      if (received < expected) return;
      received = 0;
      send();
    });
  }
}

if (process.argv[2] === 'load') {
  const [port, together, requests] = process.argv.slice(3).map(Number);
  load(port, together, requests, Buffer.from(process.argv[6], 'base64'));
}
