// glob in its three forms: patterns, order, exclusion.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'glob-'));
process.chdir(folder);
const files = [
  'a.js', 'b.ts', '.hidden', 'sub/c.js', 'sub/deep/d.js', 'sub/.dot/e.js', 'node_modules/x/y.js', '[x].js', 'a1', 'a2', 'a10',
];
for (const file of files) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '');
}
fs.symlinkSync('sub', 'link');
const own = path.basename(folder);
const short = (value) => JSON.stringify(value).replaceAll(own, '<own>').replaceAll(path.dirname(folder), '<tmp>');

const patterns = [
  '*', '**', '**/*.js', '*.{js,ts}', 'sub/**', '**/', './*.js', 'sub/*/', '?.js', '[ab].*', '!(a).js', '{a,b}.*', '**/d.js',
  `../${own}/*.js`, `${folder}/*.ts`, 'a.js', 'nope', '.*', '**/.*', 'sub/../a.js', 'link/*', '**/c.js', '', '.', 'sub/',
  '[[]x].js', '@(a|b).*', '+(a).js', 'a{1..2}', 'a{1,10}', '[!a]*', '**/deep/**', 'sub/**/*.js', '*/c.js', '**/*/d.js',
  'a[[:digit:]]', 'sub/{c,none}.js', '!(*.js|*.ts)', 'nope/**', '**/**/c.js',
];
for (const pattern of patterns) console.log(short(pattern), short(fs.globSync(pattern)));
console.log(fs.globSync(['*.js', '*.ts'], { exclude: ['b*'] }));
console.log(fs.globSync('**/*.js', { exclude: (name) => name === 'sub' || name === 'node_modules' }));
console.log(fs.globSync('**', { exclude: ['node_modules/**', '**/deep'] }));
console.log(fs.globSync('*.js', { cwd: 'sub' }), fs.globSync('*.js', { cwd: require('url').pathToFileURL(folder) }));
for (const entry of fs.globSync('sub/*', { withFileTypes: true })) console.log(entry.name, entry.parentPath, entry.isFile());
for (const args of [[1], [['a', 1]], ['*', { exclude: 1 }], ['*', { exclude: [1] }], ['*', 1]]) {
  try {
    fs.globSync(...args);
    console.log('no error', args);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
fs.glob('**/*.js', async (error, list) => {
  console.log(error, list);
  const found = [];
  for await (const file of fs.promises.glob(['*.js', '**/c.js', '*.js'])) found.push(file);
  console.log(found);
  for await (const entry of fs.promises.glob('sub/**', { withFileTypes: true, exclude: (entry) => entry.name === 'deep' })) {
    console.log(entry.name, short(entry.parentPath), entry.isDirectory());
  }
  fs.rmSync(folder, { recursive: true });
});
