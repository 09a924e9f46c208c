// compare: --loops=node,chrome
setTimeout(() => console.log('10 ms, first'), 10);
setTimeout(() => console.log('12 ms'), 12);
const start = performance.now();
while (performance.now() < start + 5);
setTimeout(() => console.log('10 ms, second'), 10);
while (performance.now() < start + 30);
