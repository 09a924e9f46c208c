// Signals are noticed while time jumps.
// @roundel-flags --virtual-time
'use strict';
let ticks = 0;
const interval = setInterval(() => {
  if (++ticks % 5 === 0) process.kill(process.pid, 'SIGUSR2');
}, 1);
let caught = 0;
process.on('SIGUSR2', (name, number) => {
  console.log(name, number);
  if (++caught === 3) clearInterval(interval);
});
process.on('exit', (code) => console.log('exit', code, ticks >= 15));
