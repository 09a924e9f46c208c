// A handle closed in check has its close callback in the closing phase of the same turn, before the next look at the
// timers, although one is due. `stdin` of a child is a pipe, which is a handle.
const { spawn } = require('child_process');
const child = spawn('true');
child.on('exit', () => {
  setTimeout(() => console.log('timer'), 1);
  setImmediate(() => {
    const begin = Date.now();
    while (Date.now() - begin < 5);
    console.log('check');
  });
  child.stdin.on('close', () => console.log('closing'));
  child.stdin.destroy();
});
child.stdin.on('error', () => {});
