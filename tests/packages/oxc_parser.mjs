// A native addon: JavaScript and TypeScript parsed to ESTree, with comments, modules and errors.
import { parse, parseSync } from 'oxc-parser';

const { program, comments, module, errors } = parseSync('a.ts', '// first\nimport x, { type Y } from "z";\nexport const b: number = x as any;\nawait import("q");');
console.log(program.body.map((node) => node.type), comments, errors.length);
console.log(module.staticImports.map((one) => one.moduleRequest.value), module.dynamicImports.length, module.hasModuleSyntax);
const parsed = await parse('b.jsx', 'const el = <a b={1n}>{...c}</a>; /x/u.test(`t${1}`)');
console.log(JSON.stringify(parsed.program.body[0], (key, value) => (typeof value === 'bigint' ? `${value}n` : value)).slice(0, 300));
const bad = parseSync('c.js', 'let a; let a; )');
console.log(bad.errors.map((error) => [error.severity, error.message]));
const many = await Promise.all(Array.from({ length: 20 }, (_, i) => parse(`f${i}.js`, `export const v${i} = ${i};`)));
console.log(many.map((one) => one.program.body[0].declaration.declarations[0].init.value).join());
