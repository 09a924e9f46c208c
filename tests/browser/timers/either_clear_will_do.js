// Timeouts and intervals share their ids, so that either function clears either.
const timeout = setTimeout(() => console.log('timeout'), 0);
const interval = setInterval(() => console.log('interval'), 0);
console.log(typeof timeout, timeout > 0, interval > timeout);
clearInterval(timeout);
clearTimeout(interval);
for (const odd of [0, -1, 1e9, NaN, undefined, 'x']) clearTimeout(odd);
setTimeout(() => console.log('the end'), 20);
