// One gigabyte through `pipeline`: a file's stream, a transform that looks at it, a stream into nothing.
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const total = 2 ** 30;
let seen = 0;
const count = new Transform({
  transform(chunk, encoding, callback) {
    seen += chunk.length;
    callback(null, chunk);
  },
});
const started = performance.now();
await pipeline(createReadStream('/dev/zero', { end: total - 1 }), count, createWriteStream('/dev/null'));
if (seen !== total) throw new Error(`${seen} bytes went through`);
console.log(performance.now() - started);
