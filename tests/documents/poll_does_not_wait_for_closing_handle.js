// A closing handle waits, so poll does not: the close callback comes at once and not with the timer in a minute.
const { spawn } = require('child_process');
const child = spawn('true');
const timer = setTimeout(() => console.log('never'), 60000);
child.on('exit', () => {
  child.stdin.on('close', () => {
    console.log('closed');
    clearTimeout(timer);
  });
  child.stdin.destroy();
});
child.stdin.on('error', () => {});
