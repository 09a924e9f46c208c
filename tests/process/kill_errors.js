// What kill refuses.
console.log(process.kill(process.pid, 0));
for (const [pid, signal] of [['x', 0], [process.pid, 'SIGNONE'], [process.pid, 'sigterm'], [2 ** 22 + 12345, 0], [undefined, 0]]) {
  try {
    console.log(process.kill(pid, signal));
  } catch (error) {
    console.log(error.name, error.code, error.message, error.syscall);
  }
}
