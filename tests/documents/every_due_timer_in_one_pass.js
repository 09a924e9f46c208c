// There is no limit to the timers of a pass: a thousand that are due run before the first immediate.
let fired = 0;
for (let i = 0; i < 1000; i += 1) setTimeout(() => fired++, 1);
const begin = Date.now();
while (Date.now() - begin < 20);
setImmediate(() => console.log('check, after', fired, 'timers'));
