// Values nested a hundred thousand deep: printed to their depth, never a crash.
let array = [];
for (let i = 0; i < 100_000; i += 1) array = [array];
console.log(array);
let error = new Error('0');
for (let i = 1; i < 50; i += 1) error = new Error(String(i), { cause: error });
console.log(typeof require('node:util').inspect(error));
let chain = Promise.resolve(0);
for (let i = 0; i < 100_000; i += 1) chain = chain.then((n) => n + 1);
chain.then((n) => console.log('chain of', n));
