// A delay below 1 or beyond 2^31-1 becomes 1, and a 1 ms timer set after it comes after it.
for (const ms of [0, 0.5, -5, 2147483647, 2147483648]) {
  const timer = setTimeout(() => {}, ms);
  console.log(`${ms} is ${timer._idleTimeout}`);
  clearTimeout(timer);
}
setTimeout(() => console.log('one'), 1);
setTimeout(() => console.log('zero'), 0);
