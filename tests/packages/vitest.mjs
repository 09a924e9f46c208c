// Runs a file of tests: passes, failures, mocks, fake timers, snapshots.
import { startVitest } from 'vitest/node';
import { writeFileSync } from 'node:fs';

writeFileSync('a.test.js', `
import { test, expect, vi, describe } from 'vitest';
test('adds', () => expect(1 + 2).toBe(3));
test('fails', () => expect({ a: 1 }).toEqual({ a: 2 }));
test.skip('skipped', () => {});
describe('mocks', () => {
  test('fn', () => { const f = vi.fn((x) => x * 2); f(2); expect(f).toHaveBeenCalledWith(2); expect(f).toHaveReturnedWith(4); });
  test('timers', () => { vi.useFakeTimers(); let done = false; setTimeout(() => { done = true; }, 1000); vi.advanceTimersByTime(1000); expect(done).toBe(true); vi.useRealTimers(); });
  test('inline', () => expect({ b: [1] }).toMatchInlineSnapshot('{ "b": [1] }'));
});
`);
const vitest = await startVitest('test', [], { watch: false, reporters: [{}], root: process.cwd(), pool: 'forks' });
const walk = (tasks, depth = 0) => { for (const task of tasks) { console.log(' '.repeat(depth) + task.name, task.result?.state ?? task.mode); if (task.tasks) walk(task.tasks, depth + 1); } };
for (const file of vitest.state.getFiles()) walk(file.tasks);
await vitest.close();
process.exit(0);
