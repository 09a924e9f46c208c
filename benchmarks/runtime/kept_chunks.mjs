// Ten thousand chunks of one byte, all kept: a small chunk must not hold a large buffer.
import { spawn } from 'node:child_process';

const wanted = 10_000;
const byte = Buffer.from('x');
const kept = [];
const child = spawn('cat', [], { stdio: ['pipe', 'pipe', 'inherit'] });

child.stdout.on('data', (chunk) => {
  kept.push(chunk);
  if (kept.length < wanted) child.stdin.write(byte);
  else child.stdin.end();
});
child.on('close', () => {
  if (kept.length !== wanted) throw new Error(`${kept.length} chunks came`);
});
child.stdin.write(byte);
