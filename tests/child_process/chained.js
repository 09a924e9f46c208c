// What a child prints is what another reads: a stream of ours is given away as a descriptor.
const { spawn } = require('node:child_process');

const first = spawn('sh', ['-c', 'sleep 0.2; echo b; echo a; echo c'], { stdio: ['ignore', 'pipe', 'inherit'] });
const second = spawn('sort', { stdio: [first.stdout, 'pipe', 'inherit'] });
console.log(second.stdin, first.stdout.readableFlowing);
let sorted = '';
second.stdout.on('data', (chunk) => { sorted += chunk; });
const end = (child) => new Promise((done) => child.on('exit', done));
const closed = new Promise((done) => second.on('close', done));
// Which of the two is seen to end first is up to the kernel.
Promise.all([end(first), end(second), closed]).then((codes) => {
  console.log(codes, JSON.stringify(sorted));
  const last = spawn('cat', { stdio: ['pipe', 'inherit', 'inherit'] });
  // The other way round: it writes into the input of the one before.
  const writer = spawn('echo', ['into the input'], { stdio: ['ignore', last.stdin, 'inherit'] });
  writer.on('close', () => last.stdin.end());
  last.on('close', (code) => console.log('last', code));
});
