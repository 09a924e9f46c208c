// compare: --loops=node --entry=both
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick'));
console.log('script');
