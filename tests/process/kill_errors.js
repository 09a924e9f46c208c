// What kill refuses.
console.log(process.kill(process.pid, 0));
for (const [pid, signal] of [
  ['x', 0], [process.pid, 'SIGNONE'], [process.pid, 'sigterm'], [2 ** 22 + 12345, 0], [undefined, 0],
  [process.pid, 1.5], [process.pid, -1.5], [process.pid, 2 ** 31], [process.pid, 1e10], [process.pid, -1], [process.pid, 999], [process.pid, '9'],
  [process.pid, {}], [process.pid, true], [1.5, 0], [2 ** 32, 0], [NaN, 0], ['1e7', 0],
]) {
  try {
    console.log(process.kill(pid, signal));
  } catch (error) {
    console.log(error.name, error.code, error.message, error.syscall);
  }
}
