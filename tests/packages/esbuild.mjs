// Builds, transforms, minifies and watches through its service process.
import * as esbuild from 'esbuild';
import { writeFileSync } from 'node:fs';

writeFileSync('a.ts', 'import { b } from "./b"; enum E { X = 1 } console.log(b<string>("x"), E.X);');
writeFileSync('b.ts', 'export const b = <T>(x: T): T => x; export const unused = 1;');
const built = await esbuild.build({ entryPoints: ['a.ts'], bundle: true, write: false, format: 'esm', metafile: true });
console.log(built.outputFiles[0].text, Object.keys(built.metafile.inputs));
console.log((await esbuild.transform('const  x: number = 1; export default () => <div a={x}/>', { loader: 'tsx', jsx: 'automatic', minify: true })).code);
console.log(esbuild.transformSync('let a = b ?? c?.d', { target: 'es2015' }).code);
const failed = await esbuild.build({ stdin: { contents: 'import "./none"', resolveDir: '.' }, bundle: true, write: false, logLevel: 'silent' }).catch((error) => error);
console.log(failed.errors.map(({ text, location }) => [text, location.line, location.column]));
const plugin = { name: 'virtual', setup(build) { build.onResolve({ filter: /^virtual$/ }, () => ({ path: 'v', namespace: 'v' })); build.onLoad({ filter: /.*/, namespace: 'v' }, () => ({ contents: 'export default 42' })); } };
console.log((await esbuild.build({ stdin: { contents: 'import v from "virtual"; console.log(v)' }, bundle: true, write: false, plugins: [plugin] })).outputFiles[0].text);
console.log(await esbuild.formatMessages([{ text: 'message' }], { kind: 'warning' }));
await esbuild.stop();
