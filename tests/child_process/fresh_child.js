// A child starts afresh: no signal is ignored or blocked, none of our descriptors is open in it, and standard ones block.
const cp = require('node:child_process');
const fs = require('node:fs');

process.on('SIGUSR2', () => {});
process.on('SIGPIPE', () => {});
const files = [fs.openSync(__filename), fs.openSync('/dev/null', 'w')];
cp.spawn('cat').stdin.end();

const sets = cp.execFileSync('cat', ['/proc/self/status'], { encoding: 'utf8' }).match(/Sig(Blk|Ign).*/g);
// The last 31 bits: those for real time are inherited.
console.log(sets.map((line) => Number(BigInt(`0x${line.slice(8)}`) & 0x7fffffffn)));

const open = cp.execFileSync('ls', ['/proc/self/fd'], { encoding: 'utf8' }).split('\n');
// 3 is the folder that ls reads; a parent may have left high ones open to us both.
console.log(open.filter((number) => number !== '' && number < 16));
const blocking = cp.spawnSync('sh', ['-c', 'cat /proc/self/fdinfo/0 /proc/self/fdinfo/1'], { encoding: 'utf8' });
console.log(blocking.stdout.match(/flags:.*/g).map((line) => (parseInt(line.slice(6), 8) & 0o4000) === 0));
files.forEach((fd) => fs.closeSync(fd));
