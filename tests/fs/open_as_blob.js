// A file as a Blob is read when its bytes are asked for, and not any more once the file was changed.
'use strict';

const { Blob } = require('buffer');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blob-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
process.removeAllListeners('warning');
const file = path.join(folder, 'file');
const told = (call) => call().then((value) => console.log(value), ({ name, code, message }) => console.log(name, code, message));

(async () => {
  fs.writeFileSync(file, 'hello world');
  const blob = await fs.openAsBlob(file, { type: 'text/X' });
  console.log(blob.size, blob.type, blob instanceof Blob);
  const part = blob.slice(2, 5).slice(1);
  console.log(part.size, await part.text(), await part.bytes());
  const reader = blob.stream().getReader({ mode: 'byob' });
  console.log(await reader.read(new Uint8Array(4)));
  let length = 0;
  for await (const chunk of blob.slice(6).stream()) length += chunk.length;
  console.log(length, (await blob.arrayBuffer()).byteLength);
  const whole = new Blob(['<', blob, '>']);
  console.log(whole.size, await whole.text());

  fs.writeFileSync(file, 'changed, and longer');
  await told(() => blob.text());
  await told(() => blob.slice(1).arrayBuffer());
  await told(async () => { for await (const chunk of blob.stream()) console.log(chunk); });
  console.log(blob.size);
  fs.unlinkSync(file);
  await told(() => blob.bytes());

  for (const call of [() => fs.openAsBlob(path.join(folder, 'none')), () => fs.openAsBlob(file, 5), () => fs.openAsBlobSync(5)]) {
    try {
      await call();
    } catch ({ name, code, syscall }) {
      console.log(name, code, syscall);
    }
  }
})();
