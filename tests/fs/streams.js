// Files as streams: open, ready, data, end, close; ranges, encodings, errors.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');

(async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-streams-'));
  const file = path.join(root, 'f');
  const log = (name, stream) => {
    for (const event of ['open', 'ready', 'end', 'finish', 'close']) stream.on(event, () => console.log(name, event));
    return stream;
  };
  await new Promise((resolve) => {
    const out = log('out', fs.createWriteStream(file));
    console.log(out.pending, out.path === file);
    out.write('hello ');
    out.end('world');
    out.on('close', () => {
      console.log(out.bytesWritten, out.closed, out.destroyed);
      resolve();
    });
  });
  await new Promise((resolve) => {
    const input = log('in', fs.createReadStream(file, { encoding: 'utf8', start: 2, end: 7 }));
    input.on('data', (chunk) => console.log('data', chunk));
    input.on('close', () => {
      console.log(input.bytesRead);
      resolve();
    });
  });
  await pipeline(fs.createReadStream(file, { highWaterMark: 3 }), fs.createWriteStream(`${file}2`));
  console.log(fs.readFileSync(`${file}2`, 'utf8'));
  await new Promise((resolve) => {
    fs.createReadStream(path.join(root, 'nothing'))
      .on('error', (error) => console.log(error.code, error.syscall))
      .on('close', resolve);
  });
  let text = '';
  for await (const chunk of fs.createReadStream(file)) text += chunk;
  console.log(text);
  fs.rmSync(root, { recursive: true });
})();
