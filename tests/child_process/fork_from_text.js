// A child that is forked from a text given to the command does not run that text again.
const { spawnSync } = require('child_process');

// Should it run again all the same, the third one forks no more.
const source = `
  console.log('depth', process.env.DEPTH ?? 0, process.execArgv.length, Object.getOwnPropertyDescriptor(process, '_eval').writable);
  process.env.DEPTH = Number(process.env.DEPTH ?? 0) + 1;
  if (process.env.DEPTH < 3) require('child_process').fork(${JSON.stringify(__filename)}, ['child']);
  undefined;
`;

if (process.argv[2] === 'child') {
  console.log('child', process.execArgv, process._eval, process.env.DEPTH);
} else {
  for (const args of [['-e', source], ['--no-warnings', '--eval', source], ['-pe', source]]) {
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    console.log(status, stdout, stderr);
  }
  const { stdout, stderr } = spawnSync(process.execPath, ['-'], { input: source, encoding: 'utf8' });
  console.log(stdout, stderr);
}
