// Minified code with mangling, compression, a source map and errors.
import { minify } from 'terser';

const code = `
function add(first, second) { const unused = 1; if (false) { console.log('never'); } return first + second; }
class Thing { constructor(name) { this.name = name; } hello() { return \`hello \${this.name}\`; } }
console.log(add(1, 2), new Thing('x').hello(), [1, 2, 3].map((element) => element ** 2));
`;
const small = await minify(code, { sourceMap: { url: 'out.js.map' } });
console.log(small.code, small.map);
console.log((await minify(code, { toplevel: true, mangle: { properties: { regex: /^name$/ } }, compress: { passes: 2 } })).code);
console.log((await minify({ 'a.js': 'export const a = 1', 'b.js': 'export const b = 2 + 3' }, { module: true, format: { beautify: true, comments: 'all' } })).code);
const error = await minify('let = ;').catch((error) => error);
console.log(error.name, error.message, error.line, error.col);
(0, eval)(small.code);
