// A module that awaits lets its siblings run; who imports it waits.
import './fixtures/waits.mjs';
import './fixtures/sibling.mjs';
console.log('main');
await new Promise((resolve) => setTimeout(resolve, 10));
console.log('main after a timer');
