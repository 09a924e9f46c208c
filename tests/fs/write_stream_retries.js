// A write stream whose descriptor does not block: what wrote nothing is tried again, up to five times on end.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retries-'));
const again = () => Object.assign(new Error('no room'), { code: 'EAGAIN' });
const { open, close } = fs;

function run(name, functions, chunks) {
  let calls = 0;
  const counted = {};
  for (const [key, value] of Object.entries(functions)) counted[key] = (...args) => value(++calls, ...args);
  return new Promise((resolve) => {
    const file = path.join(folder, name);
    const stream = fs.createWriteStream(file, { fs: { open, close, ...counted } });
    stream.on('error', ({ name, code, message, info }) => console.log(name, code, message, info));
    stream.on('close', () => {
      console.log(name, 'calls', calls, 'written', stream.bytesWritten, JSON.stringify(fs.readFileSync(file, 'latin1')));
      resolve();
    });
    stream.cork();
    for (const chunk of chunks) stream.write(chunk);
    stream.uncork();
    stream.end();
  });
}

(async () => {
  const never = (calls, ...args) => process.nextTick(args.at(-1), again(), 0, args[1]);
  await run('write, never', { write: never }, ['abc']);
  await run('writev, never', { writev: never }, ['abc', 'def']);
  await run('write, every other', {
    write(calls, fd, bytes, offset, length, position, callback) {
      if (calls % 2 === 1) process.nextTick(callback, again(), 0, bytes);
      else fs.write(fd, bytes, offset, Math.min(length, 2), position, callback);
    },
  }, ['hello']);
  await run('writev, in parts', {
    writev(calls, fd, buffers, position, callback) {
      if (calls % 2 === 1) process.nextTick(callback, null, 0, buffers);
      else fs.write(fd, buffers[0], 0, 1, position, (error, count) => callback(error, count, buffers));
    },
  }, ['ab', 'cd']);
  await run('another error', { write: (calls, ...args) => args.at(-1)(Object.assign(new Error('broken'), { code: 'EIO' })) }, ['abc']);
  fs.rmSync(folder, { recursive: true });
})();
