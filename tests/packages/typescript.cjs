// A program checked for types, emitted with declarations, transpiled, walked and served.
const ts = require('typescript');
const fs = require('node:fs');

fs.writeFileSync('a.ts', 'import { b } from "./b";\nexport class A<T extends string> { constructor(private readonly x: T) {} get y(): number { return b(this.x); } }\nconst wrong: number = "text";\n');
fs.writeFileSync('b.ts', 'export function b(x: string, ...rest: number[]): number { return x.length + rest.length; }\nb(1);\n');
const program = ts.createProgram(['a.ts'], { strict: true, declaration: true, outDir: 'out', target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.CommonJS });
for (const { file, start, messageText, code } of ts.getPreEmitDiagnostics(program)) {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  console.log(`${file.fileName}:${line + 1}:${character + 1} TS${code} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}
program.emit();
for (const name of fs.readdirSync('out').sort()) console.log(name, fs.readFileSync('out/' + name, 'utf8'));
console.log(ts.transpileModule('enum E { A = 1, B } export const f = async (x?: E) => x ?? (await import("y"));', { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES5 } }).outputText);
const source = ts.createSourceFile('x.ts', 'const a = () => { return 1; };', ts.ScriptTarget.Latest);
const kinds = [];
const walk = (node) => { kinds.push(ts.SyntaxKind[node.kind]); ts.forEachChild(node, walk); };
walk(source);
console.log(kinds.join(' '));
const checker = program.getTypeChecker();
const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile('b.ts')))[0];
console.log(checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, program.getSourceFile('b.ts'))));
const parsed = ts.parseConfigFileTextToJson('tsconfig.json', '{ // comment\n "compilerOptions": { "strict": true, }, }');
console.log(parsed.config);
