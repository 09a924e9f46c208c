// Subtests, failures, promises and plans, in TAP.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

writeFileSync('a.mjs', `
import t from 'tap';
t.test('first', async (t) => { t.equal(1 + 1, 2); t.same({ a: [1] }, { a: [1] }); });
t.test('planned', (t) => { t.plan(2); t.ok(true); setTimeout(() => t.match('hello', /ell/)); });
t.test('fails', (t) => { t.equal(1, 2, 'not the same'); t.end(); });
t.test('rejects', (t) => t.rejects(Promise.reject(new Error('x')), { message: 'x' }));
t.test('skipped', { skip: 'not today' }, () => {});
`);
const { status, stdout, stderr } = spawnSync(process.execPath, ['a.mjs'], { encoding: 'utf8', env: { ...process.env, TAP: '1' } });
console.log('exit', status);
console.log(stdout.split('\n').filter((line) => /^\s*(ok|not ok|\d+\.\.|# Subtest)/.test(line)).join('\n').replaceAll(/time=[\d.]+ms/g, 'time'));
if (!stdout) console.log(stderr);
