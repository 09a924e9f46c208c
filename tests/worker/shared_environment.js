// SHARE_ENV: two threads that see each other's variables. And the flags of a worker.
const { Worker, SHARE_ENV } = require('worker_threads');

process.env.ROUNDEL_BEFORE = 'before';
const worker = new Worker(`
  const { parentPort } = require('worker_threads');
  const seen = [process.env.ROUNDEL_BEFORE, 'ROUNDEL_BEFORE' in process.env, Object.keys(process.env).includes('ROUNDEL_BEFORE')];
  process.env.ROUNDEL_INSIDE = 'inside';
  delete process.env.ROUNDEL_BEFORE;
  parentPort.once('message', () => parentPort.postMessage([process.env.ROUNDEL_LATER, Object.getOwnPropertyDescriptor(process.env, 'ROUNDEL_LATER')]));
  parentPort.postMessage(seen);
`, { eval: true, env: SHARE_ENV });
worker.once('message', (seen) => {
  console.log(seen, process.env.ROUNDEL_INSIDE, process.env.ROUNDEL_BEFORE, 'ROUNDEL_INSIDE' in process.env, Object.keys(process.env).filter((name) => name.startsWith('ROUNDEL_')));
  process.env.ROUNDEL_LATER = 5;
  worker.postMessage('go on');
  worker.once('message', (later) => console.log(later));
});

worker.on('exit', () => {
  try {
    new Worker('1', { eval: true, execArgv: ['--no-such-flag', '--no-warnings'] });
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  const quiet = new Worker('process.emitWarning("nobody is told"); console.log(process.execArgv)', { eval: true, execArgv: ['--no-warnings'], stderr: true });
  let told = '';
  quiet.stderr.on('data', (chunk) => { told += chunk; });
  quiet.on('exit', (code) => console.log(code, JSON.stringify(told)));
});
