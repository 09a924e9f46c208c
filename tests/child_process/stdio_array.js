// Descriptors beyond the standard three: pipes that are read and written, files, streams, nothing.
const cp = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const show = (name, run) => {
  try {
    console.log(name, run());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
const texts = ({ status, output, error }) => [error ? error.code : status, output && output.map((bytes) => bytes && String(bytes))];

show('pipes', () => texts(cp.spawnSync('sh', ['-c', 'echo three >&3; echo five >&5; exit 1'],
  { stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'ignore', 'pipe'] })));
show('nothing there', () => texts(cp.spawnSync('sh', ['-c', '(echo x >&4) 2>/dev/null || echo closed'],
  { stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'ignore', 'pipe'] })));
const file = path.join(os.tmpdir(), `stdio-array-${process.pid}`);
const fd = fs.openSync(file, 'w+');
show('a file', () => [texts(cp.spawnSync('sh', ['-c', 'echo one; echo four >&4'], { stdio: ['pipe', fd, 'pipe', 'pipe', fd] })),
  fs.readFileSync(file, 'utf8')]);
show('an object with a descriptor', () => texts(cp.spawnSync('sh', ['-c', 'echo more >&3'], { stdio: ['pipe', 'pipe', 'pipe', { fd }] })));
fs.closeSync(fd);
console.log(fs.readFileSync(file, 'utf8'));
fs.rmSync(file);
show('closed', () => texts(cp.spawnSync('true', [], { stdio: ['ignore', 'ignore', 99] })));
show('swapped', () => texts(cp.spawnSync('sh', ['-c', 'echo to the second >&2'], { stdio: ['ignore', 2, 1] })));
show('inherited', () => cp.spawnSync('sh', ['-c', 'echo shown'], { stdio: ['pipe', 'inherit', 'pipe', 'pipe'] }).output.map((bytes) => bytes && bytes.length));
show('short', () => texts(cp.spawnSync('sh', ['-c', 'echo one; echo two >&2'], { stdio: [] })));
show('negative', () => texts(cp.spawnSync('sh', ['-c', 'echo one'], { stdio: [-1, -1] })));
show('ipc', () => cp.spawnSync('true', { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }));
for (const stdio of ['x', ['a'], [null, {}], [null, Buffer.from('x')], 5, [() => {}]]) {
  show(`bad ${typeof stdio}`, () => cp.spawn('true', { stdio }));
}

const child = cp.spawn('sh', ['-c', 'echo from three >&3; cat <&4 >&5; exit 3'],
  { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe', 'pipe'] });
console.log(child.stdio.length, child.stdio.map((stream) => stream && [stream.readable, stream.writable]), child.stdin, child.stdout);
const got = { 3: '', 5: '' };
child.stdio[3].on('data', (chunk) => { got[3] += chunk; });
child.stdio[5].on('data', (chunk) => { got[5] += chunk; });
child.stdio[4].end('into four');
child.on('close', (code) => console.log('close', code, got));
