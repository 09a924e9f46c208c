// NODE_OPTIONS: what may stand in it, and how the rest is refused.
'use strict';

const { spawnSync } = require('child_process');

for (const options of [
  '--test', '--run x', '-e 1', '--bogus', '--bogus=1', 'word', '--test-only', '--test-reporter=tap', '--test-timeout=1', '--test-concurrency=1', '--test-force-exit',
  '--test-update-snapshots', '--test-name-pattern=a', '--test-shard=1/2', '--test-isolation=none', '--test-isolation=x', '--check', '--version', '--require', '--no-warnings',
  '--watch', '--watch-path=.', '--watch-preserve-output', '--experimental-test-coverage', '--experimental-test-module-mocks', '--test-reporter-destination=stdout', '"--require',
]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-p', '1'], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: options } });
  console.log(options, status, JSON.stringify(stdout), JSON.stringify(stderr.split('\n')[0].replaceAll(process.execPath, '<binary>')));
}
for (const args of [['--test', '-e', '1'], ['--test', '--check', 'x'], ['--watch', '-p', '1'], ['--watch', '--check', 'x'], ['--test', '--test-isolation=x'], ['--test', '--test-name-pattern']]) {
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  console.log(args, status, stderr.replaceAll(process.execPath, '<binary>'));
}
