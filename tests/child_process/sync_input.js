// Input that the child does not read is an error if it does not fit into the pipe, and none if it does. The child ends as
// it wants all the same.
const cp = require('node:child_process');

function show(name, file, args, options) {
  const { status, signal, output, error } = cp.spawnSync(file, args, options);
  console.log(name, status, signal, output.map(String), error && [error.message, error.code]);
}
const much = Buffer.alloc(2_000_000, 'x');

show('unread', 'true', [], { input: much });
show('closed', 'sh', ['-c', 'exec <&-; sleep 0.1; exit 3'], { input: much });
show('read in part', 'sh', ['-c', 'head -c 5; exit 4'], { input: much });
show('little', 'sleep', ['0.2'], { input: 'x' });
show('read', 'wc', ['-c'], { input: much });
show('nothing', 'wc', ['-c'], { input: '' });
show('none', 'wc', ['-c'], {});
try {
  cp.execFileSync('true', { input: much });
} catch (error) {
  console.log(error.message, error.code, error.status);
}
