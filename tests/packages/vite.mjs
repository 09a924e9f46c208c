// A production build of a small page, then the development server's transforms.
import { build, createServer } from 'vite';
import { mkdirSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';

mkdirSync('src', { recursive: true });
writeFileSync('index.html', '<!doctype html><html><body><div id="app"></div><script type="module" src="/src/main.ts"></script></body></html>');
writeFileSync('src/main.ts', 'import "./style.css"; import { plus } from "./plus"; const n: number = plus(1, 2); document.body.append(String(n), import.meta.env.MODE);');
writeFileSync('src/plus.ts', 'export const plus = (a: number, b: number): number => a + b; export const unused = 1;');
writeFileSync('src/style.css', 'body { color: red; }');
const options = { root: process.cwd(), configFile: false, logLevel: 'silent' };
await build(options);
console.log(readdirSync('dist/assets').map((name) => name.replace(/-[\w-]{8}\./, '-HASH.')).sort());
console.log(readFileSync('dist/index.html', 'utf8').replaceAll(/-[\w-]{8}\./g, '-HASH.'));
const server = await createServer({ ...options, server: { port: 0, host: '127.0.0.1' }, optimizeDeps: { noDiscovery: true } });
await server.listen();
const { port } = server.httpServer.address();
const plus = await fetch(`http://127.0.0.1:${port}/src/plus.ts`);
console.log(plus.status, plus.headers.get('content-type'), (await plus.text()).split('\n')[0]);
const module = await server.ssrLoadModule('/src/plus.ts');
console.log(module.plus(20, 22));
await server.close();
