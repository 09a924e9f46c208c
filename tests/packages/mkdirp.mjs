// Folders made as deep as needed, by either means, and what stands in the way.
import { mkdirp, mkdirpSync } from 'mkdirp';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const short = (made) => made && path.relative('.', made);
console.log(short(await mkdirp('a/b/c')), short(await mkdirp('a/b/c')), short(mkdirpSync('a/x/y')));
console.log(short(await mkdirp.manual('m/n')), short(mkdirp.manualSync('m/o/p')), short(await mkdirp.native('n/n')));
await mkdirp('mode', { mode: 0o700 });
console.log((statSync('mode').mode & 0o777).toString(8), statSync('a/b/c').isDirectory());
writeFileSync('file', '');
for (const way of [mkdirp, mkdirp.manual]) console.log(await way('file/inside').catch((error) => error.code));
