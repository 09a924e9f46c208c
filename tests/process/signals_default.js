// Without a listener the signal ends the process.
const { spawnSync } = require('node:child_process');
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL', 'SIGUSR2']) {
  const done = spawnSync(process.execPath, ['-e', `process.kill(process.pid, '${signal}'); setTimeout(() => {}, 5000)`]);
  console.log(signal, done.status, done.signal);
}
