// The flags of a worker: which it cannot have, and where they come from.
// @flags --throw-deprecation
'use strict';

const { Worker } = require('worker_threads');

function attempt(label, options) {
  try {
    const worker = new Worker('', { eval: true, ...options });
    worker.on('error', () => {});
    worker.terminate();
    console.log(label, 'ok');
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}
for (const execArgv of [
  ['--foo'], ['--title=x'], ['--redirect-warnings'], ['--expose-gc'], ['--max-old-space-size=20'], ['--no-warnings'], ['--title=x', '--no-warnings'],
  ['--foo', '--bar'], ['--input-type=module'], ['--version'], ['--throw-deprecation'], ['x.js'],
]) attempt(execArgv.join(' '), { execArgv });
for (const NODE_OPTIONS of ['--nonexistent-options', '--no-warnings', '--expose-gc', '--test']) attempt(NODE_OPTIONS, { env: { NODE_OPTIONS } });

async function run(label, options) {
  const source = 'console.log(process.env.LABEL, process.throwDeprecation, process.noDeprecation, process.traceDeprecation)';
  const worker = new Worker(source, { eval: true, ...options, env: { ...options.env, LABEL: label } });
  await new Promise((resolve) => worker.on('exit', resolve));
}
(async () => {
  process.env.NODE_OPTIONS = '--trace-deprecation';
  await run('plain', {});
  await run('variable', { env: { NODE_OPTIONS: '--no-deprecation' } });
  await run('flags', { execArgv: [] });
  await run('both', { execArgv: ['--trace-deprecation'], env: { NODE_OPTIONS: '--no-deprecation' } });
})();
