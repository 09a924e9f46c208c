// A timeout of 0 is one of 1 ms, and is due when the loop looks: after the script, its ticks and its promise jobs.
const timer = setTimeout(() => console.log('timeout'), 0);
console.log(`set to ${timer._idleTimeout} ms`);
Promise.resolve().then(() => console.log('promise'));
const begin = Date.now();
while (Date.now() - begin < 20);
console.log('end of script, 20 ms later');
