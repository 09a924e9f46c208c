// One program of four kinds of file: an ES module that imports CommonJS, TypeScript and JSON, and
// requires another ES module.
import { createRequire } from 'node:module';
import legacy, { greet } from './legacy.cjs';
import { area } from './shapes.ts';
import data from './data.json' with { type: 'json' };

export const name = 'main';

console.log(greet('CommonJS'), legacy.kind);
console.log('TypeScript:', area({ width: 3, height: 4 }));
console.log('JSON:', data.answer);

const require = createRequire(import.meta.url);
console.log('required an ES module:', require('./counter.mjs').count);
const { increment, ...rest } = await import('./counter.mjs');
increment();
console.log('live binding:', (await import('./counter.mjs')).count, Object.keys(rest));
console.log('main?', import.meta.main, import.meta.filename.endsWith('main.mjs'));
