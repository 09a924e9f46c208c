// A dependency with top-level await holds up its importer, not the loop.
import { value } from './fixtures/awaits_timer.mjs';
console.log('main module has', value);
process.nextTick(() => console.log('tick of main'));
Promise.resolve().then(() => console.log('promise of main'));
