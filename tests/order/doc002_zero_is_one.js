// Document 002, questions: a delay below 1 or beyond 2^31-1 becomes 1.
// @stderr ignore
for (const ms of [0, 0.5, -5, NaN, undefined, 1, 1.9, 2, '3', 2 ** 31 - 1, 2 ** 31, Infinity]) {
  const timer = setTimeout(() => {}, ms);
  console.log(String(ms), '->', timer._idleTimeout);
  clearTimeout(timer);
}
