// Four opens that no one answers hold all four threads of the pool. What needs the pool waits; timers, immediates and
// child processes do not need it.
const { execFile, execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pool-'));
const names = [1, 2, 3, 4].map((n) => path.join(folder, `pipe${n}`));
execFileSync('mkfifo', names);
let open = 4;
for (const name of names) {
  fs.open(name, 'r', (error, fd) => {
    if (error) throw error;
    fs.closeSync(fd);
    open -= 1;
  });
}
fs.stat(folder, () => console.log('stat'));
setImmediate(() => console.log('immediate'));
setTimeout(() => {
  console.log('timer');
  execFile('true', () => {
    console.log('child');
    for (const name of names) fs.closeSync(fs.openSync(name, 'r+'));
    console.log('pool is free');
    const wait = setInterval(() => {
      if (open > 0) return;
      clearInterval(wait);
      for (const name of names) fs.unlinkSync(name);
      fs.rmdirSync(folder);
    }, 5);
  });
}, 50);
