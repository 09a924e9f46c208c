// What a program keeps of the chunks of a stream stays as it was, whatever it keeps: the chunk, a part of it, its memory alone,
// or memory that it has moved on. The rest may be used again.
// @flags --expose-gc
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');

const CHUNK = 64 * 1024;
const CHUNKS = 300;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chunks-'));
const file = path.join(folder, 'file');
const copy = path.join(folder, 'copy');
const all = Buffer.alloc(CHUNK * CHUNKS);
for (let i = 0; i < CHUNKS; i++) all.fill(i % 251, i * CHUNK, (i + 1) * CHUNK);
fs.writeFileSync(file, all);

const isAll = (bytes, value) => bytes.every((byte) => byte === value);

function read(stream, done) {
  const kept = [];
  let at = 0;
  stream.on('data', (chunk) => {
    const start = at;
    const number = start / CHUNK;
    at += chunk.length;
    const expected = all[start];
    if (!Number.isInteger(number) || chunk.length !== CHUNK) {
      // A pipe gives what there is.
      if (chunk.compare(all, start, at) !== 0) console.log('other bytes at', start);
      return;
    }
    if (!isAll(chunk, expected)) console.log('other bytes in', number);
    if (number % 7 === 0) kept.push([expected, () => chunk]);
    if (number % 7 === 1) { const { buffer, byteOffset } = chunk; kept.push([expected, () => new Uint8Array(buffer, byteOffset, CHUNK)]); }
    if (number % 7 === 2) { const part = chunk.subarray(100, 200); kept.push([expected, () => part]); }
    if (number % 7 === 3) { const moved = chunk.buffer.transfer(); kept.push([expected, () => new Uint8Array(moved, 0, 100)]); }
    if (number % 50 === 0) global.gc();
  });
  stream.on('close', () => {
    global.gc();
    console.log(at === all.length, kept.every(([value, view]) => isAll(view(), value)));
    done();
  });
}

function writeBack(done) {
  fs.createReadStream(file).pipe(fs.createWriteStream(copy)).on('close', () => {
    console.log('copied', fs.readFileSync(copy).equals(all));
    done();
  });
}

read(fs.createReadStream(file), () => {
  writeBack(() => {
    read(spawn('cat', [file], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout, () => {
      fs.readFile(file, (error, bytes) => {
        console.log(error, bytes.equals(all));
        fs.rmSync(folder, { recursive: true });
      });
    });
  });
});
