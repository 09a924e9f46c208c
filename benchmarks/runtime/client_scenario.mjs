// What the scenarios of clients share: a server in a child, the same bytes for every request, and the CPU time that this
// process needs for one.
import { spawn } from 'node:child_process';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

const AT_ONCE = 16;
const REQUESTS = Number(process.env.HTTP_REQUESTS ?? 50_000);
const WARM_UP = REQUESTS / 5;

// `ask(port)` resolves when the answer has been read; `done()` lets go of connections.
export function measureClient(ask, done) {
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  server.stdout.once('data', async (data) => {
    const port = Number(data.toString());
    await requests(ask, port, WARM_UP);
    const before = process.cpuUsage();
    await requests(ask, port, REQUESTS);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) * 1000 / REQUESTS);
    done();
    server.kill('SIGKILL');
    process.exit();
  });
}

async function requests(ask, port, count) {
  let left = count;
  const one = async () => { while (left-- > 0) await ask(port); };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

// Answers every read that ends a head, without a parser: what is measured is the client.
function serve() {
  const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello');
  const server = net.createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('data', (data) => { if (data.toString('latin1').endsWith('\r\n\r\n')) socket.write(answer); });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.stdin.on('close', () => process.exit());
  process.stdin.resume();
}

if (process.argv[2] === 'serve') serve();
