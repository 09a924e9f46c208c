// run(): options, the stream's events, what is counted.
// @timeout 60000
'use strict';

const path = require('path');
const { run } = require('node:test');
const { tap } = require('node:test/reporters');
const { fixtures, normalise } = require('./_run.js');

const files = path.join(fixtures, 'files');

function attempt(options) {
  try {
    run(options);
    console.log('ok');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

async function events(options) {
  const seen = {};
  const stream = run(options);
  for (const type of ['test:pass', 'test:fail', 'test:plan', 'test:diagnostic', 'test:stdout', 'test:stderr', 'test:enqueue', 'test:complete']) {
    stream.on(type, () => { seen[type] = (seen[type] ?? 0) + 1; });
  }
  let summary;
  for await (const { type, data } of stream) {
    if (type === 'test:summary' && data.file === undefined) summary = data;
  }
  // How output is cut into pieces is the system's affair.
  delete seen['test:stdout'];
  console.log(seen, summary?.success, summary?.counts, process.exitCode);
}

(async () => {
  await events({ files: [path.join(files, 'a.test.js')] });
  await events({ files: [path.join(files, 'b.test.mjs'), path.join(files, 'c.test.js')], concurrency: 2 });
  await events({ cwd: files, globPatterns: ['[ab].test.*'], testNamePatterns: ['a1', /b2/] });
  await events({ files: [path.join(files, 'a.test.js')], only: true });
  await events({ files: [] });
  let text = '';
  const composed = run({ files: [path.join(files, 'b.test.mjs')], setup: (stream) => console.log('setup', stream.constructor.name) }).compose(tap);
  for await (const chunk of composed) text += chunk;
  console.log(normalise(text));
  for (const options of [
    null, { files: 'x' }, { watch: 1 }, { only: 1 }, { setup: 1 }, { signal: 1 }, { isolation: 'x' }, { shard: 1 }, { shard: { index: 2, total: 1 } }, { shard: { index: 'a', total: 2 } },
    { globPatterns: 'x' }, { globPatterns: ['x'], files: ['y'] }, { forceExit: 1 }, { testNamePatterns: 1 }, { testNamePatterns: [Symbol()] }, { cwd: 1 }, { execArgv: 1 }, { argv: [1] },
  ]) attempt(options);
})();
