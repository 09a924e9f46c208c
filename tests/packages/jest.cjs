// The command line on a project with passes, failures, mocks, fake timers and a snapshot.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

fs.writeFileSync('package.json', JSON.stringify({ name: 'project', jest: { testEnvironment: 'node' } }));
fs.writeFileSync('sum.js', 'exports.sum = (a, b) => a + b; exports.load = (read) => read("x");');
fs.writeFileSync('sum.test.js', `
const { sum, load } = require('./sum');
describe('sum', () => {
  test('adds', () => expect(sum(1, 2)).toBe(3));
  test('fails', () => expect(sum(1, 2)).toBe(4));
  test.each([[1, 1, 2], [2, 2, 4]])('%i + %i', (a, b, c) => expect(sum(a, b)).toBe(c));
  test.todo('later');
});
test('mock', () => { const read = jest.fn(() => 'y'); expect(load(read)).toBe('y'); expect(read).toHaveBeenCalledTimes(1); });
test('timers', () => { jest.useFakeTimers(); const f = jest.fn(); setTimeout(f, 1000); jest.advanceTimersByTime(999); expect(f).not.toHaveBeenCalled(); jest.runAllTimers(); expect(f).toHaveBeenCalled(); });
test('async', async () => { await expect(Promise.reject(new Error('no'))).rejects.toThrow('no'); });
test('snapshot', () => expect({ a: [1, 'b'] }).toMatchSnapshot());
`);
fs.writeFileSync('mock.test.js', `jest.mock('./sum', () => ({ sum: () => 'mocked' })); test('module', () => expect(require('./sum').sum()).toBe('mocked'));`);
const bin = path.join(path.dirname(require.resolve('jest/package.json')), 'bin/jest.js');
const { status, stderr } = spawnSync(process.execPath, [bin, '--json', '--outputFile=out.json', '--no-cache'], { encoding: 'utf8' });
console.log('exit', status);
if (!fs.existsSync('out.json')) console.log(stderr);
const out = JSON.parse(fs.readFileSync('out.json', 'utf8'));
console.log(out.numPassedTests, out.numFailedTests, out.numTodoTests, out.snapshot.added);
for (const file of out.testResults.sort((a, b) => a.name < b.name ? -1 : 1)) for (const one of file.assertionResults) console.log(path.basename(file.name), one.fullName, one.status);
console.log(fs.readFileSync('__snapshots__/sum.test.js.snap', 'utf8'));
