// Archives made, listed, changed and unpacked, plain and compressed.
import * as tar from 'tar';
import { mkdirSync, writeFileSync, readFileSync, readdirSync, symlinkSync, readlinkSync, createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

mkdirSync('in/deep', { recursive: true });
mkdirSync('out', { recursive: true });
writeFileSync('in/a.txt', 'alpha');
writeFileSync('in/deep/b.bin', Buffer.alloc(100_000, 1));
writeFileSync('in/' + 'long'.repeat(30) + '.txt', 'a long name');
symlinkSync('a.txt', 'in/link');
await tar.create({ gzip: true, file: 'a.tgz', portable: true }, ['in']);
tar.create({ sync: true, file: 'b.tar' }, ['in']);
for (const file of ['a.tgz', 'b.tar']) {
  const entries = [];
  await tar.list({ file, onReadEntry: (entry) => entries.push(`${entry.type} ${entry.path} ${entry.size}`) });
  console.log(file, entries.sort());
}
await tar.extract({ file: 'a.tgz', cwd: 'out', strip: 1, filter: (path) => !path.includes('long') });
console.log(readdirSync('out').sort(), readFileSync('out/a.txt', 'utf8'), readFileSync('out/deep/b.bin').length, readlinkSync('out/link'));
mkdirSync('piped');
await pipeline(createReadStream('b.tar'), tar.extract({ cwd: 'piped' }));
console.log(readdirSync('piped/in').length);
writeFileSync('bad.tar', 'not an archive at all'.repeat(100));
const error = await tar.list({ file: 'bad.tar', strict: true }).catch((error) => error);
console.log(error.code ?? error.name, error.tarCode);
