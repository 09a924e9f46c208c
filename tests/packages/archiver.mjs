// Zip and tar.gz archives, read back.
import * as archiver from 'archiver';
import { createWriteStream, readFileSync, writeFileSync, mkdirSync, statSync } from 'node:fs';
import { once } from 'node:events';
import zlib from 'node:zlib';

mkdirSync('folder', { recursive: true });
writeFileSync('folder/a.txt', 'a'.repeat(10_000));
writeFileSync('folder/b.txt', 'b');
const make = async (archive, file) => {
  const output = createWriteStream(file);
  archive.pipe(output);
  const date = new Date(Date.UTC(2020, 0, 1));
  archive.append('from a string', { name: 'text.txt', date, mode: 0o644 });
  archive.append(Buffer.from([1, 2, 3]), { name: 'bytes.bin', date, mode: 0o644 });
  archive.directory('folder/', 'inside', { date, mode: 0o644 });
  const closed = once(output, 'close');
  await archive.finalize();
  await closed;
  console.log(file, archive.pointer() === statSync(file).size);
};
await make(new archiver.ZipArchive({ zlib: { level: 9 } }), 'a.zip');
await make(new archiver.TarArchive({ gzip: true }), 'a.tar.gz');
const zip = readFileSync('a.zip');
console.log(zip.readUInt32LE(0).toString(16), zip.readUInt16LE(zip.length - 12), zip.length < 2000);
const tar = zlib.gunzipSync(readFileSync('a.tar.gz'));
const names = [];
for (let at = 0; at < tar.length && tar[at];) {
  const size = parseInt(tar.toString('latin1', at + 124, at + 135), 8);
  names.push(`${tar.toString('utf8', at, tar.indexOf(0, at))}:${size}`);
  at += 512 + Math.ceil(size / 512) * 512;
}
console.log(names.sort());
