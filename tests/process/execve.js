// process.execve: what it refuses, how it fails, and what the other program is given.
const { spawnSync } = require('child_process');
const { Worker, isMainThread } = require('worker_threads');

const tries = [
  [], [1], ['/bin/echo', 1], ['/bin/echo', [1]], ['/bin/echo', ['a\0b']], ['/bin/echo', [], 1], ['/bin/echo', [], { a: 1 }],
  ['/bin/echo', [], { 'a\0': 'x' }], ['/bin/echo', [], { a: 'x\0' }], ['/nonexistent/program', ['x']], ['/', []], ['echo', ['echo']],
];

function attempt(args) {
  try {
    process.execve(...args);
  } catch (error) {
    console.log(error.name, error.code, error.message, error.errno, error.syscall, error.path, Object.keys(error).sort().join());
  }
}

if (!isMainThread) {
  attempt(['/bin/echo', ['echo']]);
} else if (process.argv[2] === 'become') {
  process.on('exit', () => console.log('exit is not told'));
  process.stdout.write('before ');
  setTimeout(() => {
    process.execve('/bin/sh', ['a name', '-c', 'echo "$A-$B-$HOME $0 $*"; exit 3', 'x', 'y z'], { A: '1', B: 'two=2' });
    console.log('nothing comes after it');
  }, 1);
} else {
  console.log(process.execve.length, process.execve.name);
  tries.forEach(attempt);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', __filename, 'become']);
  console.log(status, `${stdout}`, `${stderr}`);
  new Worker(__filename);
}
