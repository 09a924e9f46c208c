// import.meta and its resolve.
import { basename } from 'path';
console.log(Object.keys(import.meta), Object.getPrototypeOf(import.meta), basename(import.meta.url), basename(import.meta.filename), basename(import.meta.dirname), import.meta.main);
for (const id of ['./x.mjs', '../y', 'fs', 'node:fs', 'data:text/javascript,1', '#nope', './fixtures/live.mjs?q#h', 'nope', 'https://a/b']) {
  try { console.log(id, import.meta.resolve(id).split('/').slice(-2).join('/')); } catch (error) { console.log(id, error.code); }
}
import.meta.extra = 1;
console.log(import.meta.extra, (await import('data:text/javascript,export default Object.keys(import.meta)')).default);
