// What `cargo xtask soak` runs of faults: children killed in the middle of a transfer, a disk that is full, files that may not be
// opened, a process without descriptors. Each is reported by its code, and what was there before is as it was.
'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { once } = require('events');
const { pipeline } = require('stream/promises');

let state = Number(process.argv[3]) >>> 0;
const rounds = Math.max(4, Number(process.argv[2]));

function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 4294967296 * limit);
}

const pattern = Buffer.alloc(1 << 20);
for (let i = 0; i < pattern.length; i++) pattern[i] = (i * 31 + (i >> 8)) & 255;

const tally = { killed: 0, full: 0, refused: 0, starved: 0, wrong: 0 };
const problems = [];
const skipped = [];
function check(isRight, text) {
  if (isRight) return;
  tally.wrong++;
  problems.push(text);
}

// The writer of a child: the pattern, over and over.
const WRITER = `
  const pattern = Buffer.alloc(1 << 20);
  for (let i = 0; i < pattern.length; i++) pattern[i] = (i * 31 + (i >> 8)) & 255;
  const more = () => { while (process.stdout.write(pattern)); process.stdout.once('drain', more); };
  more();`;

// kill -9 of a child while it writes, or while it is written to.
async function killed() {
  const child = childProcess.spawn(process.execPath, ['-e', WRITER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const enough = below(8 << 20) + 1;
  let received = 0;
  child.stdout.on('data', (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const from = (received + at) % pattern.length;
      const length = Math.min(chunk.length - at, pattern.length - from);
      if (!chunk.subarray(at, at + length).equals(pattern.subarray(from, from + length))) {
        check(false, `a byte after ${received} is wrong`);
        break;
      }
      at += length;
    }
    received += chunk.length;
    if (received >= enough) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  check(code === null && signal === 'SIGKILL', `ended with ${code} ${signal}`);
  check(received >= enough, `${received} of ${enough} bytes`);

  const sink = childProcess.spawn('sleep', ['60'], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Whether the pipe or the child is noticed first is the kernel's affair.
  sink.stdin.on('error', ({ code: problem, syscall }) => {
    check(problem === 'EPIPE' || problem === 'ECONNRESET', `a pipe without a reader: ${problem}`);
    check(syscall === 'write', `a pipe without a reader: ${syscall}`);
  });
  sink.stdin.write(pattern);
  setTimeout(() => sink.kill('SIGKILL'), below(20));
  const [, how] = await once(sink, 'close');
  check(how === 'SIGKILL', `the sink ended with ${how}`);
  tally.killed += 2;
}

async function codeOf(promise) {
  try {
    await promise;
    return 'nothing';
  } catch (error) {
    return `${error.code} ${error.syscall}`;
  }
}

// A file system of one megabyte.
async function full(folder) {
  const size = (name) => fs.statSync(path.join(folder, name)).size;
  const isPattern = (name) => {
    const found = fs.readFileSync(path.join(folder, name));
    for (let at = 0; at < found.length; at += pattern.length) {
      const piece = found.subarray(at, at + pattern.length);
      if (!piece.equals(pattern.subarray(0, piece.length))) return false;
    }
    return true;
  };
  fs.writeFileSync(path.join(folder, 'before'), pattern.subarray(0, 300000));

  const stream = fs.createWriteStream(path.join(folder, 'stream'));
  stream.on('error', () => {});
  let error;
  for (let i = 0; i < 64 && error === undefined; i++) {
    error = await new Promise((resolve) => stream.write(pattern.subarray(i * 16384 % pattern.length).subarray(0, 16384), (problem) => resolve(problem ?? undefined)));
  }
  if (!stream.closed) await once(stream, 'close').catch(() => {});
  check(error?.code === 'ENOSPC' && error.syscall === 'write', `a stream on a full disk: ${error?.code} ${error?.syscall}`);
  check(isPattern('stream') && size('stream') >= stream.bytesWritten, `${size('stream')} in the file, ${stream.bytesWritten} written`);

  check(await codeOf(fs.promises.writeFile(path.join(folder, 'whole'), pattern)) === 'ENOSPC write', 'writeFile on a full disk');
  check(isPattern('whole'), 'what writeFile wrote');
  const sizeBefore = size('before');
  check(await codeOf(fs.promises.appendFile(path.join(folder, 'before'), pattern)) === 'ENOSPC write', 'appendFile on a full disk');
  check(size('before') >= sizeBefore, 'appendFile cut the file');
  check(fs.readFileSync(path.join(folder, 'before')).subarray(0, sizeBefore).equals(pattern.subarray(0, sizeBefore)), 'appendFile changed the file');
  const code = await codeOf(pipeline(fs.createReadStream(process.execPath), fs.createWriteStream(path.join(folder, 'copy'))));
  check(code === 'ENOSPC write', `pipeline on a full disk: ${code}`);
  try {
    fs.copyFileSync(process.execPath, path.join(folder, 'copied'));
    check(false, 'copyFile on a full disk');
  } catch (problem) {
    check(problem.code === 'ENOSPC' && problem.syscall === 'copyfile', `copyFile on a full disk: ${problem.code} ${problem.syscall}`);
  }
  // What is freed can be used.
  for (const name of ['stream', 'whole', 'copy']) fs.rmSync(path.join(folder, name));
  fs.rmSync(path.join(folder, 'copied'), { force: true });
  fs.writeFileSync(path.join(folder, 'after'), pattern.subarray(0, 300000));
  check(isPattern('after') && size('after') === 300000, 'a file after room was made');
  tally.full++;
}

// Run by a user that may not: in a process of its own, because root may do everything.
const REFUSED = `
  const fs = require('fs');
  const folder = process.argv[1];
  const codes = [];
  const told = (error) => codes.push(error ? [error.code, error.syscall, error.path?.slice(folder.length), error.dest?.slice(folder.length)].join(' ') : 'nothing');
  const attempt = (call) => { try { call(); told(); } catch (error) { told(error); } };
  attempt(() => fs.writeFileSync(folder + '/file', 'x'));
  attempt(() => fs.openSync(folder + '/file', 'r+'));
  attempt(() => fs.mkdirSync(folder + '/new'));
  attempt(() => fs.renameSync(folder + '/file', folder + '/other'));
  attempt(() => fs.readFileSync(folder + '/secret'));
  attempt(() => fs.unlinkSync(folder + '/file'));
  fs.createWriteStream(folder + '/file').on('error', (error) => {
    told(error);
    fs.promises.appendFile(folder + '/file', 'x').then(told, told).then(() => console.log(JSON.stringify(codes)));
  });`;

function refused(folder) {
  fs.writeFileSync(path.join(folder, 'file'), pattern.subarray(0, 5000), { mode: 0o444 });
  fs.writeFileSync(path.join(folder, 'secret'), 'secret', { mode: 0o000 });
  fs.chmodSync(folder, 0o555);
  const who = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { stdout, status } = childProcess.spawnSync(process.execPath, ['-e', REFUSED, folder], { ...who, cwd: '/', encoding: 'utf8', env: { HOME: '/' } });
  fs.chmodSync(folder, 0o755);
  if (status !== 0) {
    skipped.push('permissions: another user can not run this binary');
    return;
  }
  const expected = ['EACCES open /file ', 'EACCES open /file ', 'EACCES mkdir /new ', 'EACCES rename /file /other', 'EACCES open /secret ', 'EACCES unlink /file ', 'EACCES open /file ', 'EACCES open /file '];
  check(stdout.trim() === JSON.stringify(expected), `permissions: ${stdout.trim()}`);
  check(fs.readFileSync(path.join(folder, 'file')).equals(pattern.subarray(0, 5000)), 'a file that may not be written was changed');
  tally.refused++;
}

// A server that has no descriptor left goes on when it has some again.
const STARVED = `
  const fs = require('fs');
  const net = require('net');
  const open = [];
  const server = net.createServer((socket) => { socket.on('error', () => {}); socket.end('served'); });
  server.listen(0, '127.0.0.1', () => {
    let code;
    try { for (;;) open.push(fs.openSync('/dev/null')); } catch (error) { code = error.code + ' ' + error.syscall; }
    fs.open('/dev/null', (error) => {
      process.send({ port: server.address().port, codes: [code, error?.code + ' ' + error?.syscall] });
    });
  });
  process.on('message', () => { for (const fd of open) fs.closeSync(fd); process.send('free'); });
  process.on('disconnect', () => process.exit());`;

const answerOf = (port) => new Promise((resolve) => {
  let text = '';
  const socket = net.connect(port, '127.0.0.1');
  socket.on('data', (chunk) => { text += chunk; });
  socket.on('error', () => {});
  socket.on('close', () => resolve(text));
});

async function starved() {
  const child = childProcess.spawn('/bin/sh', ['-c', 'ulimit -n 64 && exec "$0" -e "$1"', process.execPath, STARVED], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ port, codes }] = await once(child, 'message');
  check(codes.join() === 'EMFILE open,EMFILE open', `without descriptors: ${codes}`);
  const early = await Promise.all(Array.from({ length: 20 }, () => answerOf(port)));
  check(early.every((text) => text === ''), 'connections were served without descriptors');
  child.send('free');
  await once(child, 'message');
  const late = await Promise.all(Array.from({ length: 20 }, () => answerOf(port)));
  check(late.every((text) => text === 'served'), `after descriptors were freed: ${late.filter((text) => text === 'served').length} of 20 served`);
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
  tally.starved++;
}

(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'));
  fs.chmodSync(folder, 0o755);
  try {
    for (let i = 0; i < rounds; i++) await killed();
    const small = path.join(folder, 'small');
    const closed = path.join(folder, 'closed');
    fs.mkdirSync(small);
    fs.mkdirSync(closed);
    refused(closed);
    await starved();
    if (childProcess.spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).status === 0) {
      try {
        await full(small);
      } finally {
        childProcess.spawnSync('umount', [small]);
      }
    } else {
      skipped.push('a full disk: mounting one takes root');
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ tally, problems, skipped }));
})();
