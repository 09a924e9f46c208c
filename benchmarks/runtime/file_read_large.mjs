// A file of 64 megabytes, read whole eight times.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const size = 64 << 20;
const folder = mkdtempSync(join(tmpdir(), 'roundel-bench-'));
const file = join(folder, 'large');
writeFileSync(file, Buffer.alloc(size, 'x'));

await readFile(file);
const started = performance.now();
for (let i = 0; i < 8; i++) {
  const data = await readFile(file);
  if (data.length !== size) throw new Error('too short');
}
console.log(performance.now() - started);
rmSync(folder, { recursive: true });
