// A child that overruns a limit is asked to end and loses its pipes: one that ignores the request is stopped by its next
// write, or goes on, but nobody hangs.
// @timeout 20000
const cp = require('node:child_process');

function show(name, file, args, options) {
  const { status, signal, output, error } = cp.spawnSync(file, args, options);
  const lengths = output && output.map((bytes) => bytes && (bytes.length > 40 ? 'much' : String(bytes)));
  console.log(name, { status, signal, lengths, error: error && [error.code, error.errno, error.syscall, error.path] });
}
const stubborn = 'trap "" TERM; ';

show('writes on', 'sh', ['-c', `${stubborn} i=0; while [ $i -lt 20000 ]; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; i=$((i+1)); done; exit 4`],
  { maxBuffer: 10 });
show('writes much at once', 'sh', ['-c', `${stubborn} head -c 3000000 /dev/zero; exit 4`], { maxBuffer: 1000 });
show('sleeps on', 'sh', ['-c', `${stubborn} sleep 0.5; exit 3`], { timeout: 50 });
show('speaks late', 'sh', ['-c', `${stubborn} echo a; sleep 0.5; echo b; exit 3`], { timeout: 100 });
show('is killed', 'sleep', ['5'], { timeout: 50 });
show('is killed for good', 'sh', ['-c', `${stubborn} sleep 5`], { timeout: 50, killSignal: 'SIGKILL' });
show('a signal that does nothing', 'sleep', ['0.3'], { timeout: 50, killSignal: 'SIGWINCH' });
show('left behind, killed', 'sh', ['-c', 'sleep 1 & sleep 5'], { timeout: 50 });
show('left behind', 'sh', ['-c', '(sleep 0.2; echo late) & exit 2'], {});
show('one too many', 'sh', ['-c', 'printf 1234567890; sleep 1'], { maxBuffer: 9 });
show('just enough', 'sh', ['-c', 'printf 1234567890'], { maxBuffer: 10 });
show('no limit', 'sh', ['-c', 'printf 1234567890'], { maxBuffer: 0 });
show('no end', 'sh', ['-c', 'printf 1234567890'], { maxBuffer: Infinity });
