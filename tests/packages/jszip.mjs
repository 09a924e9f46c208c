// Archives made, read again, and streamed.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import JSZip from 'jszip';

const zip = new JSZip();
const date = new Date('2020-01-02T03:04:06Z');
zip.file('hello.txt', 'Hello ✓', { date });
zip.file('bytes.bin', new Uint8Array([0, 1, 2, 255]), { date, compression: 'STORE' });
zip.folder('inner', { date }).file('large.txt', 'repeat '.repeat(10_000), { date });
zip.file('stream.txt', Readable.from([Buffer.from('from '), Buffer.from('a stream')]), { date });
const progress = [];
const buffer = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', comment: 'comment' }, ({ percent }) => progress.push(percent));
console.log(buffer.length < 3000, progress.at(-1), buffer.subarray(0, 4));
const again = await JSZip.loadAsync(buffer, { checkCRC32: true });
console.log(Object.keys(again.files), again.comment, again.files['inner/'].dir);
console.log(await again.file('hello.txt').async('string'), await again.file('bytes.bin').async('uint8array'), (await again.file('inner/large.txt').async('nodebuffer')).length, await again.file('stream.txt').async('text'));
console.log(again.file(/txt$/).length, again.file('hello.txt').date.getTime() === date.getTime());
let length = 0;
await pipeline(again.file('inner/large.txt').nodeStream(), async function(source) {
  for await (const chunk of source) length += chunk.length;
});
console.log(length);
again.remove('inner');
console.log(zlib.crc32(await (await JSZip.loadAsync(await again.generateAsync({ type: 'base64' }), { base64: true })).file('hello.txt').async('nodebuffer')));
await JSZip.loadAsync('not an archive').catch((error) => console.log(error.message.split(' :')[0]));
