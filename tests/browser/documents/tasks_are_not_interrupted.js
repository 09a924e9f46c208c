// A task runs to its end: a timer that is long due, a message and a microtask wait until it has.
setTimeout(() => console.log('timeout'), 0);
Promise.resolve().then(() => console.log('promise'));
const begin = performance.now();
while (performance.now() - begin < 40);
console.log('end of script');
