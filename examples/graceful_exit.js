// Ends on Ctrl-C or SIGTERM, but only when the work in hand is done. Started with `--alone` it sends
// itself the signal after a moment.
'use strict';

let stopping = false;
let done = 0;

function work() {
  if (stopping) return;
  setTimeout(() => {
    done += 1;
    console.log(`job ${done} done`);
    work();
  }, 100);
}

function stop(signal) {
  if (stopping) {
    console.log('twice: at once, then');
    process.exit(1);
  }
  stopping = true;
  console.log(`${signal}: finishing the job in hand`);
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('exit', (code) => console.log(`exit with ${code} after ${done} jobs`));

if (process.argv.includes('--alone')) setTimeout(() => process.kill(process.pid, 'SIGTERM'), 250);
work();
