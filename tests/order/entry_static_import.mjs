// Imported modules run first, to their end; jobs and ticks come when the whole graph has run.
import { name } from './fixtures/module_one_of_each.mjs';
console.log('main module,', name);
process.nextTick(() => console.log('tick of main'));
Promise.resolve().then(() => console.log('promise of main'));
