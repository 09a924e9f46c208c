// Patterns over a tree: negation, braces, dots, ignores, streams.
import { glob, globSync, globStream, globIterate, hasMagic, escape } from 'glob';
import { mkdirSync, writeFileSync } from 'node:fs';

for (const folder of ['src/lib', 'src/test', '.hidden']) mkdirSync(folder, { recursive: true });
for (const file of ['src/a.js', 'src/b.ts', 'src/lib/c.js', 'src/test/c.test.js', '.hidden/d.js', 'src/[x].js']) writeFileSync(file, '');
const show = (list) => console.log(list.sort());
show(await glob('**/*.js', { ignore: '*.cjs' }));
show(await glob('**/*.js', { dot: true, ignore: ['**/test/**'] }));
show(globSync('src/{a,b}.{js,ts}'));
show(globSync(['src/*', '!src/*.ts'], { nodir: true, absolute: false }));
show(globSync('**/', { mark: true }));
show(globSync('src/+(a|lib)*'));
const found = [];
for await (const file of globIterate('src/**/c*')) found.push(file);
show(found);
console.log((await globStream('src/*.js').collect()).length, hasMagic('a*b'), escape('[x].js'), globSync(escape('src/[x].js')));
show((await glob('src/*', { withFileTypes: true })).map((path) => `${path.name} ${path.isDirectory()}`));
