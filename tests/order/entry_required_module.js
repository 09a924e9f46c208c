// A required file runs inside the main macrotask: one draining for both, in order of queueing.
process.nextTick(() => console.log('tick of main, before require'));
require('./fixtures/queues_one_of_each.js');
process.nextTick(() => console.log('tick of main, after require'));
Promise.resolve().then(() => console.log('promise of main'));
console.log('main ends');
