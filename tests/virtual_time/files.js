// Real files in virtual time: one after the other, beside timers.
// @roundel-flags --virtual-time
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');

async function main() {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'roundel-virtual-'));
  const file = path.join(folder, 'a.txt');
  await fs.promises.writeFile(file, 'x'.repeat(200_000));
  console.log((await fs.promises.stat(file)).size, Math.abs((await fs.promises.stat(file)).mtimeMs) > 1e12);
  const chunks = [];
  for await (const chunk of fs.createReadStream(file)) chunks.push(chunk.length);
  console.log(chunks);
  await pipeline(fs.createReadStream(file), fs.createWriteStream(`${file}.copy`));
  console.log((await fs.promises.readdir(folder)).sort());
  await new Promise((resolve) => {
    setTimeout(() => fs.readFile(file, (error, text) => {
      console.log('read', text.length);
      setTimeout(() => console.log('timeout'), 0);
      setImmediate(() => { console.log('immediate'); resolve(); });
    }), 20);
  });
  await fs.promises.rm(folder, { recursive: true });
  await new Promise((resolve) => setTimeout(resolve, 5));
  console.log(await fs.promises.access(file).catch(({ code }) => code));
}

main();
