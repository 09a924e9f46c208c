// Unknown flags and missing values: code 9 and no program run.
const { run } = require('./fixtures/run.js');
for (const args of [['--no-such-flag'], ['-q'], ['--eval'], ['-e', '-1'], ['--no-stack-trace-limit'], ['--input-type=x', '-e', '1'], ['--unhandled-rejections=x', '-e', '1'], ['-c', '-e', '1'], ['--env-file=no_such_file', '-e', '1']]) {
  const { status, stdout, stderr } = run(args);
  const message = stderr.trim().replaceAll(process.execPath, '<binary>').replace(/ \(did you mean .*\)/, '');
  console.log(args.join(' '), '->', status, JSON.stringify(stdout), message);
}
