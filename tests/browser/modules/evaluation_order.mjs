// Depth first, in the order of the imports, each once; microtasks wait for all that is synchronous.
// @real-time
console.log('main');
import './fixtures/left.mjs';
import './fixtures/right.mjs';
import { count, increase } from './fixtures/leaf.mjs';
increase();
console.log('binding', count);
queueMicrotask(() => console.log('microtask of main'));
