// A native addon: TypeScript and JSX compiled, minified, parsed and printed again.
import { minify, parse, print, transform, transformSync } from '@swc/core';

const source = 'enum Colour { Red = 1, Green }\nexport class A<T> { constructor(private x: T) {} get(): T { return this.x ?? null! } }\nconst el = <div id="a">{Colour.Red}</div>;';
const { code, map } = await transform(source, { filename: 'a.tsx', sourceMaps: true, jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2018' } });
console.log(code, JSON.parse(map).sources);
console.log((await minify('function add(first, second) { const sum = first + second; return sum; } console.log(add(1, 2));', { compress: true, mangle: true, module: true })).code);
const tree = await parse('const a = async () => await 1', { syntax: 'ecmascript' });
console.log(tree.type, tree.body[0].declarations[0].init.async, (await print(tree)).code);
try {
  transformSync('const = 1', { filename: 'bad.js' });
} catch (error) {
  console.log(error.name, error.message.split('\n')[0]);
}
