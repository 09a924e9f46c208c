// The command line on files of several languages, and the API.
import { spawnSync } from 'node:child_process';
import { writeFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as prettier from 'prettier';
import path from 'node:path';

writeFileSync('a.js', 'const  a = {b:1,\n c:[1,2,3]};function   f(x,y){return x+y}');
writeFileSync('b.css', 'a{color:red;background:blue}');
writeFileSync('c.json', '{"a":1,"b":[1,2]}');
writeFileSync('d.md', '# Title\n* one\n* two\n\n|a|b|\n|-|-|\n|1|2|\n');
writeFileSync('e.ts', 'interface X{a:string,b?:number} const f=<T,>(x:T):T=>x');
writeFileSync('f.html', '<div><p>hello <b>world</b></p><script>let a=1</script></div>');
writeFileSync('g.yaml', 'a:   1\nb:\n    - x\n');
const manifest = createRequire(import.meta.url).resolve('prettier/package.json');
const bin = path.join(path.dirname(manifest), 'bin/prettier.cjs');
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
  console.log('exit', status, stdout.replaceAll(/\d+ms/g, 'N ms'), stderr);
};
run('--check', 'a.js', 'b.css');
run('--write', '.');
for (const name of ['a.js', 'b.css', 'c.json', 'd.md', 'e.ts', 'f.html', 'g.yaml']) console.log(readFileSync(name, 'utf8'));
run('--check', '.');
console.log(await prettier.format('foo ( {a:1} )', { parser: 'babel', semi: false, singleQuote: true }));
console.log(await prettier.format('query { a(b:1){c} }', { parser: 'graphql' }));
const error = await prettier.format('let = ;', { parser: 'babel' }).catch((error) => error);
console.log(error.name, error.loc);
