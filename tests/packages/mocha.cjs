// The command line with the spec reporter, and the API with hooks.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

fs.writeFileSync('a.test.cjs', `
const assert = require('node:assert');
describe('things', function () {
  before(() => console.log('before'));
  afterEach(() => console.log('after each'));
  it('passes', () => assert.equal(1, 1));
  it('waits', (done) => setTimeout(done, 5));
  it('promises', async () => { await null; });
  it('fails', () => assert.deepStrictEqual({ a: 1 }, { a: 2 }));
  it('is pending');
  it.skip('is skipped', () => {});
  it('is late', function (done) { this.timeout(20); });
});
`);
const bin = path.join(path.dirname(require.resolve('mocha/package.json')), 'bin/mocha.js');
for (const reporter of ['spec', 'tap', 'json']) {
  const { status, stdout } = spawnSync(process.execPath, [bin, '--reporter', reporter, 'a.test.cjs'], { encoding: 'utf8' });
  const lines = reporter === 'json' ? [JSON.stringify(JSON.parse(stdout.slice(stdout.indexOf('{'))).stats, ['suites', 'tests', 'passes', 'pending', 'failures'])] : stdout.split('\n').filter((line) => !/^\s+at /.test(line));
  console.log(reporter, 'exit', status, lines.join('\n').replaceAll(/\d+ms/g, 'N ms'));
}
