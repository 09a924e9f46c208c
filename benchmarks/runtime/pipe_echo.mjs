// One gigabyte to a child and back, 64 KiB at a time, no more in flight than the streams ask for.
import { spawn } from 'node:child_process';

const chunk = Buffer.alloc(64 * 1024, 'x');
const chunks = 16384;
const started = performance.now();
const child = spawn('cat', [], { stdio: ['pipe', 'pipe', 'inherit'] });
let sent = 0;
let received = 0;

function send() {
  while (sent < chunks) {
    sent++;
    if (!child.stdin.write(chunk)) {
      child.stdin.once('drain', send);
      return;
    }
  }
  child.stdin.end();
}

child.stdout.on('data', (bytes) => { received += bytes.length; });
child.on('close', () => {
  if (received !== chunks * chunk.length) throw new Error(`${received} bytes came back`);
  console.log(performance.now() - started);
});
send();
