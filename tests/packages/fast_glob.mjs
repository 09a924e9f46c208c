// Names by patterns: streams, synchronous, ignored, marked, and files that are hidden.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import glob from 'fast-glob';

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'fast_glob_'));
for (const name of ['a.js', 'b.ts', 'sub/c.js', 'sub/deep/d.js', 'sub/.hidden.js', 'node_modules/x/e.js', 'list[1].js']) {
  fs.mkdirSync(path.join(cwd, path.dirname(name)), { recursive: true });
  fs.writeFileSync(path.join(cwd, name), name);
}
fs.symlinkSync('sub', path.join(cwd, 'link'));
console.log((await glob('**/*.js', { cwd, ignore: ['**/node_modules'] })).sort());
console.log(glob.sync(['*.{js,ts}', '!a*'], { cwd }).sort());
console.log((await glob('**', { cwd, dot: true, followSymbolicLinks: false, ignore: ['node_modules/**'] })).sort());
console.log((await glob('*', { cwd, onlyDirectories: true, markDirectories: true })).sort());
const names = [];
for await (const name of glob.stream('sub/**/*.js', { cwd, deep: 2 })) names.push(String(name));
console.log(names.sort());
const [entry] = await glob('a.js', { cwd, stats: true, objectMode: true });
console.log(entry.name, entry.stats.size, entry.dirent.isFile(), glob.escapePath('list[1].js'), glob.isDynamicPattern('a*'));
console.log(glob.generateTasks(['a/*', '!b']).map(({ base, positive, negative }) => ({ base, positive, negative })));
await glob('**', { cwd: path.join(cwd, 'missing') }).then((found) => console.log(found));
fs.rmSync(cwd, { recursive: true });
