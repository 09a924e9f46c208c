// The command line: passes, failures, snapshots, in TAP.
import { spawnSync } from 'node:child_process';
import { writeFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

writeFileSync('package.json', '{"type":"module","ava":{"files":["a.test.js"]}}');
writeFileSync('a.test.js', `
import test from 'ava';
test('adds', (t) => t.is(1 + 2, 3));
test('async', async (t) => { t.deepEqual(await Promise.resolve({ a: [1] }), { a: [1] }); });
test('fails', (t) => t.is(1, 2));
test('throws', (t) => { const error = t.throws(() => { throw new TypeError('x'); }); t.is(error.message, 'x'); });
test.skip('skipped', (t) => t.fail());
test.todo('later');
`);
mkdirSync('node_modules', { recursive: true });
const entry = createRequire(import.meta.url).resolve('ava');
const bin = path.join(entry.slice(0, entry.lastIndexOf('/ava/') + 5), 'entrypoints/cli.mjs');
const { status, stdout, stderr } = spawnSync(process.execPath, [bin, '--tap'], { encoding: 'utf8', env: { ...process.env, CI: '1' } });
console.log('exit', status);
const lines = stdout.split('\n').filter((line) => /^(ok|not ok|# |1\.\.)/.test(line)).map((line) => line.replace(/^(not ok|ok) \d+/, '$1'));
console.log(lines.sort().join('\n'));
if (!stdout) console.log(stderr);
