// What a worker writes: before what it says next, also if it is the first thing that it writes; kept, or read late.
'use strict';
const { once } = require('node:events');
const { Worker } = require('node:worker_threads');

const text = (code, options) => new Worker(code, { eval: true, ...options });

(async () => {
  const silent = text('0');
  await once(silent, 'exit');
  silent.stdout.on('data', () => console.log('never'));
  silent.stdout.on('end', () => console.log('never'));
  silent.stdout.on('close', () => console.log('never'));
  await new Promise((resolve) => setTimeout(resolve, 1));
  console.log(silent.stdout.readableEnded, silent.stdout.destroyed, silent.stdout.closed, silent.stdout.read());

  const kept = text("process.stdout.write('one'); process.stderr.write('two')", { stdout: true, stderr: true });
  await once(kept, 'exit');
  for await (const chunk of kept.stdout) console.log('kept', `${chunk}`);
  for await (const chunk of kept.stderr) console.log('kept', `${chunk}`);

  const spoken = text("process.stdout.write('first\\n'); require('node:worker_threads').parentPort.postMessage(1); process.stdout.write('second\\n')");
  await once(spoken, 'exit');
  console.log('left');

  const listened = text("setImmediate(() => { console.log('a line'); process.stdout.write('another\\n') })", { stdout: true });
  let heard = '';
  listened.stdout.setEncoding('utf8').on('data', (chunk) => { heard += chunk; });
  await once(listened.stdout, 'end');
  console.log(JSON.stringify(heard), listened.stdout === listened.stdout);

  const unused = text('0', { stdout: true });
  await once(unused, 'exit');
  for await (const chunk of unused.stdout) console.log(`${chunk}`);
  console.log('nothing came');
})();
