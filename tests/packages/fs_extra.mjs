// Copies, moves, JSON, temporary trees, links.
import fs from 'fs-extra';

await fs.outputFile('a/b/c.txt', 'text');
await fs.outputJson('a/data.json', { x: [1, 2] }, { spaces: 2 });
console.log(await fs.readFile('a/data.json', 'utf8'), await fs.readJson('a/data.json'), await fs.pathExists('a/none'));
await fs.copy('a', 'copy', { filter: (from) => !from.endsWith('.json') });
console.log(fs.readdirSync('copy'), await fs.readFile('copy/b/c.txt', 'utf8'));
await fs.move('copy/b', 'moved');
await fs.ensureDir('deep/er');
await fs.ensureSymlink('moved/c.txt', 'link');
fs.ensureFileSync('touched/file');
console.log(fs.existsSync('copy/b'), fs.readFileSync('link', 'utf8'), fs.statSync('touched/file').size);
await fs.emptyDir('a');
await fs.remove('deep');
console.log(fs.readdirSync('.').sort().filter((name) => !name.includes('fs_extra')));
const errors = [fs.move('none', 'x'), fs.readJson('moved/c.txt'), fs.copy('moved', 'moved/inside')];
for (const { reason } of await Promise.allSettled(errors)) console.log(reason.code ?? reason.name);
