// One gigabyte from a child's standard output.
import { spawn } from 'node:child_process';

const total = 1 << 30;
const started = performance.now();
let left = total;
const child = spawn('head', ['-c', String(total), '/dev/zero'], { stdio: ['ignore', 'pipe', 'inherit'] });
child.stdout.on('data', (chunk) => { left -= chunk.length; });
child.on('close', () => {
  if (left !== 0) throw new Error(`${left} bytes are missing`);
  console.log(performance.now() - started);
});
