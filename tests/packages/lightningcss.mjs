// A native addon: CSS parsed, changed by visitors in JavaScript, printed, with a source map.
import { browserslistToTargets, bundle, transform, transformStyleAttribute } from 'lightningcss';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const code = Buffer.from('.foo { color: #ff0000; .bar & { margin: 0px auto 0px auto } } @media (width >= 600px) { a { inset: 1px } }');
const { code: small, map } = transform({ filename: 'a.css', code, minify: true, sourceMap: true, targets: browserslistToTargets(['chrome 80']) });
console.log(small.toString(), JSON.parse(map.toString()).sources);
const seen = [];
const visited = transform({
  filename: 'b.css', code: Buffer.from('a { width: 10px; color: red }'),
  visitor: { Length(length) { seen.push(length.unit); return { unit: 'rem', value: length.value / 16 }; }, Color(color) { seen.push(color.type); } },
});
console.log(visited.code.toString(), seen);
console.log(transformStyleAttribute({ code: Buffer.from('color: yellow; color: green'), minify: true }).code.toString());
try { transform({ filename: 'c.css', code: Buffer.from('a { ; } }') }); } catch (error) { console.log(error.name, error.message, error.loc?.line); }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lightningcss-'));
fs.writeFileSync(path.join(folder, 'main.css'), '@import "./other.css"; b { color: blue }');
fs.writeFileSync(path.join(folder, 'other.css'), 'i { color: rgb(0, 128, 0) }');
console.log(bundle({ filename: path.join(folder, 'main.css'), minify: true }).code.toString());
fs.rmSync(folder, { recursive: true });
