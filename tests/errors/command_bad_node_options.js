// Flags in NODE_OPTIONS: allowed ones count, others are refused by name.
const { run } = require('./fixtures/run.js');
for (const NODE_OPTIONS of ['--no-warnings', '--no-such-flag', '-e 1', '--title="a b', '--title="a b"', '  ', '--stack-trace-limit=3']) {
  const env = { ...process.env, NODE_OPTIONS };
  const { status, stdout, stderr } = run(['-p', '[process.title.includes("a b"), Error.stackTraceLimit, process.execArgv.length]'], { env });
  console.log(JSON.stringify(NODE_OPTIONS), status, stdout.trim(), stderr.trim().replaceAll(process.execPath, '<binary>'));
}
