// A full disk, a limit on sizes, no descriptors left, no permission: what was done before the error stays done.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const say = (name, error) => console.log(name, error.code, error.errno, error.syscall, error.path === undefined ? '' : path.basename(error.path).replace(/^faults-.*/, 'folder'));

const roles = {
  // No file may grow beyond 16 blocks of 512 bytes.
  size(file) {
    const data = Buffer.alloc(20000, 'x');
    try {
      fs.writeFileSync(file, data);
    } catch (error) {
      say('writeFileSync', error);
    }
    console.log(fs.statSync(file).size);
    fs.promises.writeFile(file, data).catch((error) => say('promises.writeFile', error)).then(() => {
      console.log(fs.statSync(file).size);
      const stream = fs.createWriteStream(file);
      stream.on('error', (error) => {
        say('stream', error);
        console.log(stream.bytesWritten, fs.readFileSync(file, 'utf8') === 'x'.repeat(8192));
        fs.copyFile(__filename, file, () => {
          const big = path.join(path.dirname(file), 'big');
          fs.copyFile(big, file, (error) => say('copyFile', error));
        });
      }).on('close', () => console.log('closed'));
      for (let i = 0; i < 5; i++) stream.write(data.subarray(0, 4000));
      stream.end();
    });
  },
  // Forty descriptors, of which the runtime has some.
  descriptors(file) {
    const open = [];
    let failure;
    while (failure === undefined) {
      try {
        open.push(fs.openSync(file));
      } catch (error) {
        failure = error;
      }
    }
    say('openSync', failure);
    console.log(open.length > 5 && open.length < 60);
    fs.readFile(file, (error) => {
      say('readFile', error);
      fs.promises.readdir(path.dirname(file)).catch((error) => say('readdir', error)).then(() => {
        for (const fd of open) fs.closeSync(fd);
        fs.readFile(file, 'utf8', (error, text) => console.log(error, text));
      });
    });
  },
};
if (process.argv[2] in roles) {
  roles[process.argv[2]](process.argv[3]);
  return;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'));
const file = path.join(folder, 'file');
fs.writeFileSync(path.join(folder, 'big'), Buffer.alloc(100000, 'y'));
function run(limit, role) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `ulimit ${limit}; exec "$0" "$@"`, process.execPath, __filename, role, file], { encoding: 'utf8' });
  console.log(role, status, stderr);
  console.log(stdout);
}
run('-f 16', 'size');
fs.writeFileSync(file, 'still here');
run('-n 60', 'descriptors');

// A device that is always full.
try {
  fs.writeFileSync('/dev/full', 'x');
} catch (error) {
  say('full', error);
}
fs.promises.appendFile('/dev/full', 'x').catch((error) => say('full promise', error)).then(async () => {
  const handle = await fs.promises.open('/dev/full', 'w');
  await handle.write('x').catch((error) => say('full handle', error));
  await handle.close();
  await new Promise((resolve) => fs.createWriteStream('/dev/full').on('error', (error) => resolve(say('full stream', error))).end('some text'));
  // What is not ours to read or write, for a user who is not root.
  const secret = path.join(folder, 'secret');
  fs.writeFileSync(secret, 'x', { mode: 0 });
  fs.chmodSync(folder, 0o755);
  const source = `const fs = require('fs'); for (const call of [
    () => fs.readFileSync(${JSON.stringify(secret)}), () => fs.writeFileSync(${JSON.stringify(secret)}, ''),
    () => fs.unlinkSync(${JSON.stringify(secret)}), () => fs.mkdirSync(${JSON.stringify(path.join(folder, 'new'))}),
    () => fs.accessSync(${JSON.stringify(secret)}, fs.constants.R_OK), () => fs.cpSync(${JSON.stringify(secret)}, '/tmp/never')]) {
    try { call(); console.log('no error'); } catch (error) { console.log(error.code, error.errno, error.syscall); } }`;
  // A copy: nobody may not be let in where the runtime lies.
  const runtime = path.join(folder, 'runtime');
  fs.copyFileSync(process.execPath, runtime);
  fs.chmodSync(runtime, 0o755);
  const asNobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawnSync(runtime, ['-e', source], { ...asNobody, encoding: 'utf8', cwd: '/' });
  console.log(child.stdout, child.stderr, child.error?.code);
  fs.rmSync(folder, { recursive: true });
});
