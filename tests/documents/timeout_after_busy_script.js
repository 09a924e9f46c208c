// A main script that holds on for longer than the timeout decides the race: the timer is due at the first look.
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timeout'), 0);
const begin = Date.now();
while (Date.now() - begin < 10);
