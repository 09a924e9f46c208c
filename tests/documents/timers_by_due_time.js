// Timers run in the order in which they are due, and those of one duration in the order in which they were set.
setTimeout(() => console.log('30 ms'), 30);
setTimeout(() => console.log('10 ms, first'), 10);
setTimeout(() => console.log('20 ms'), 20);
setTimeout(() => console.log('10 ms, second'), 10);
const begin = Date.now();
while (Date.now() - begin < 50);
