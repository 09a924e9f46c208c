// Lines out of a stream that is no terminal: ends of lines, pieces, pausing, the iterator, the events.
'use strict';
const { once } = require('node:events');
const fs = require('node:fs');
const { PassThrough, Readable } = require('node:stream');
const readline = require('node:readline');

const linesOf = async (chunks, options) => {
  const lines = [];
  const rl = readline.createInterface({ input: Readable.from(chunks), ...options });
  for (const event of ['line', 'pause', 'resume', 'close', 'history']) {
    rl.on(event, (value) => lines.push(value === undefined ? `(${event})` : value));
  }
  await once(rl, 'close');
  return lines;
};

(async () => {
  for (const chunks of [
    ['a\nb\nc'], ['a\r\nb\r', '\nc\r', 'd'], ['a', 'b\n', '\n', 'c\n'], ['\r\n\r\n'], [''], ['x'], ['\u2028y\u2029z'], ['a\n\rb'], ['one\ntwo\n', 'three'],
    [Buffer.from('€').subarray(0, 2), Buffer.from('€\n').subarray(2), 'é\n'],
  ]) {
    console.log(JSON.stringify(chunks.map(String)), JSON.stringify(await linesOf(chunks, { crlfDelay: Infinity })));
  }

  const found = [];
  for await (const line of readline.createInterface({ input: Readable.from(['1\n2\n', '3\n4']) })) found.push(line);
  console.log(found);
  const stopped = readline.createInterface({ input: Readable.from(['1\n2\n3\n']) });
  for await (const line of stopped) {
    console.log('first', line);
    break;
  }
  console.log(stopped.closed, stopped[Symbol.asyncIterator]() === stopped[Symbol.asyncIterator]());

  // Many lines at once, and a reader that is slow.
  let sum = 0;
  for await (const line of readline.createInterface({ input: Readable.from([Array.from({ length: 5000 }, (_, i) => i).join('\n')]) })) sum += +line;
  console.log(sum);

  const input = new PassThrough();
  const output = new PassThrough();
  const rl = readline.createInterface({ input, output, prompt: '$ ' });
  rl.on('line', (line) => {
    console.log('line', line, rl.paused);
    rl.pause();
    setImmediate(() => rl.resume());
  });
  rl.on('SIGINT', () => console.log('SIGINT'));
  rl.prompt();
  rl.write('written\npart');
  input.write('ial\n\x03\n');
  await once(rl, 'resume');
  console.log(JSON.stringify(String(output.read())), rl.terminal, rl.line, rl.cursor, rl.getCursorPos());
  rl.close();
  rl.close();
  console.log(rl.closed, input.listenerCount('data'), input.listenerCount('end'), input.listenerCount('error'));

  const broken = new PassThrough();
  const failing = readline.createInterface({ input: broken });
  failing.on('error', (error) => console.log('error', error.message));
  broken.destroy(new Error('broken'));
  await new Promise((resolve) => broken.on('close', resolve));

  // From files.
  const handle = await fs.promises.open(__filename);
  for await (const line of handle.readLines()) {
    console.log(line);
    break;
  }
  await handle.close().catch((error) => console.log(error.code));
  const controller = new AbortController();
  const aborted = readline.createInterface({ input: new PassThrough(), signal: controller.signal });
  aborted.on('close', () => console.log('closed by its signal'));
  controller.abort();
  using disposed = readline.createInterface({ input: new PassThrough() });
  disposed.on('close', () => console.log('disposed of'));
})();
