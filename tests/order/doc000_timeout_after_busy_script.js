// Document 000, sample 6: if the main script holds on for longer than the timeout, the race is
// decided: the timer is due at the first look.
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timeout'), 0);
const begin = Date.now();
while (Date.now() - begin < 10);
