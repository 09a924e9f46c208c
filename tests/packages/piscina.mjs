// A pool of workers: tasks, transferred buffers, abortion, errors and waiting.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';

const code = `
export default async function ({ kind, value }) {
  if (kind === 'fail') throw new RangeError('in a worker');
  if (kind === 'wait') await new Promise((resolve) => setTimeout(resolve, 10_000));
  if (kind === 'buffer') return new Uint8Array(value).reduce((sum, byte) => sum + byte, 0);
  return value ** 2;
}
export const named = (text) => text.toUpperCase();
`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piscina_'));
const filename = path.join(folder, 'worker.mjs');
fs.writeFileSync(filename, code);
const pool = new Piscina({ filename, minThreads: 1, maxThreads: 2 });
console.log(await Promise.all([1, 2, 3, 4, 5].map((value) => pool.run({ kind: 'square', value }))));
console.log(await pool.run('text', { name: 'named' }));
const value = new Uint8Array([1, 2, 3]).buffer;
console.log(await pool.run({ kind: 'buffer', value }, { transferList: [value] }), value.byteLength);
await pool.run({ kind: 'fail' }).catch((error) => console.log(error.name, error.message));
const controller = new AbortController();
const waiting = pool.run({ kind: 'wait' }, { signal: controller.signal });
controller.abort();
await waiting.catch((error) => console.log(error.name));
console.log(pool.completed, pool.options.maxThreads, pool.queueSize);
await pool.destroy();
console.log(pool.threads.length);
fs.rmSync(folder, { recursive: true });
