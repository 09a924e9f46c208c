// Trees removed, with patterns, filters, and what is not there.
import { rimraf, rimrafSync, native, manual } from 'rimraf';
import { mkdirSync, writeFileSync, existsSync, symlinkSync, readdirSync } from 'node:fs';

const tree = (name) => { mkdirSync(name + '/a/b/c', { recursive: true }); for (let i = 0; i < 20; i++) writeFileSync(`${name}/a/b/${i}.txt`, 'x'); symlinkSync('b', name + '/a/link'); };
for (const [how, remove] of Object.entries({ rimraf, native, manual, rimrafSync })) {
  tree('tree');
  console.log(how, await remove('tree'), existsSync('tree'));
}
tree('filtered');
console.log(await manual('filtered', { filter: (path) => !path.endsWith('7.txt') }), readdirSync('filtered/a/b').sort());
tree('x1'); tree('x2');
console.log(await rimraf('x*', { glob: true }), existsSync('x1'), await rimraf('not there'));
await rimraf('/', {}).catch((error) => console.log(error.code));
