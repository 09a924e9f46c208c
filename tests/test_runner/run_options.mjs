// `run()` with coverage, with a random order, with the file of earlier attempts, and with what it refuses.
// @timeout 60000
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { setTimeout } from 'node:timers/promises';

const fixtures = join(import.meta.dirname, 'fixtures');

async function events(options, wanted) {
  console.log(JSON.stringify(Object.keys(options)));
  const stream = run(options);
  for await (const { type, data } of stream) {
    if (wanted.includes(type)) show(type, data);
  }
  console.log('exit code', process.exitCode);
  process.exitCode = undefined;
}

function show(type, data) {
  if (type === 'test:coverage') {
    // The program that calls is covered in Node only.
    const { workingDirectory, thresholds, files } = data.summary;
    console.log(type, workingDirectory === join(fixtures, 'coverage'), JSON.stringify(thresholds));
    for (const file of files.filter(({ path }) => path.startsWith(fixtures))) console.log(JSON.stringify({ ...file, path: file.path.slice(fixtures.length) }));
  } else if (type === 'test:summary') {
    console.log(type, data.success, JSON.stringify(data.counts), data.file?.slice(fixtures.length));
  } else {
    console.log(type, data.name ?? data.message?.replace(/duration_ms .*/, 'duration_ms'), data.details?.attempt, data.details?.passed_on_attempt, data.testNumber);
  }
}

const cwd = join(fixtures, 'coverage');
await events({ cwd, files: ['math.test.js'], coverage: true, coverageIncludeGlobs: 'src/**' }, ['test:coverage', 'test:summary']);
await events({ cwd, files: ['math.test.js'], coverage: true, coverageIncludeGlobs: ['src/deep/**'], coverageExcludeGlobs: ['nothing'], functionCoverage: 80 }, ['test:coverage', 'test:summary', 'test:diagnostic']);
await events({ cwd: join(fixtures, 'random'), files: ['many.js', 'few.js', 'one.js'], randomize: true, randomSeed: 11, concurrency: false }, ['test:pass', 'test:fail', 'test:diagnostic']);

const folder = mkdtempSync(join(tmpdir(), 'run-'));
for (let i = 0; i < 3; i++) {
  await events({ cwd: join(fixtures, 'attempts'), files: ['flaky.js'], rerunFailuresFilePath: join(folder, 'attempts.json') }, ['test:pass', 'test:fail']);
  // It is written when the run is over.
  await setTimeout(300);
}
rmSync(folder, { recursive: true });

const refused = [
  { coverage: 1 }, { coverage: true, lineCoverage: 101 }, { coverage: true, branchCoverage: -1 }, { coverage: true, functionCoverage: 'x' }, { coverageIncludeGlobs: 5, coverage: true },
  { coverageExcludeGlobs: [null], coverage: true }, { randomize: 'yes' }, { randomSeed: -1 }, { randomSeed: 1.5 }, { randomize: true, watch: true }, { randomSeed: 1, watch: true },
  { randomize: true, rerunFailuresFilePath: 'x' }, { rerunFailuresFilePath: 5 }, { watch: 1 }, { watch: true, forceExit: true }, { watch: true, shard: { index: 1, total: 2 } },
];
for (const options of refused) {
  try {
    run({ files: [], ...options });
    console.log(options, 'taken');
  } catch (error) {
    console.log(options, error.code, error.message);
  }
}
