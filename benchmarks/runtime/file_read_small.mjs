// A file of one kilobyte, read again and again, one at a time.
import { mkdtempSync, readFile, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'roundel-bench-'));
const file = join(folder, 'small');
writeFileSync(file, Buffer.alloc(1024, 'x'));

function read(left, done) {
  readFile(file, (error, data) => {
    if (error || data.length !== 1024) throw error ?? new Error('too short');
    if (left > 1) read(left - 1, done);
    else done();
  });
}

read(rounds / 10, () => {
  const started = performance.now();
  read(rounds, () => {
    console.log((performance.now() - started) * 1e6 / rounds);
    rmSync(folder, { recursive: true });
  });
});
