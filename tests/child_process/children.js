// Children: their output, their input, their end, and what goes wrong when they can not be started.
const cp = require('node:child_process');
const fields = ({ message, code, errno, syscall, path, spawnargs, killed, signal, cmd, status }) =>
  ({ message, code, errno, syscall, path, spawnargs, killed, signal, cmd, status });
const step = (name, run) => new Promise((done) => {
  console.log(`-- ${name}`);
  run(done);
});

(async () => {
  await step('output', (done) => {
    const child = cp.spawn('sh', ['-c', 'echo out; echo err >&2; exit 3']);
    child.on('spawn', () => console.log('spawn', typeof child.pid));
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => { out += chunk; });
    child.stderr.on('data', (chunk) => { err += chunk; });
    child.on('exit', (code, signal) => console.log('exit', code, signal));
    child.on('close', (code, signal) => {
      console.log('close', code, signal, out, err, child.spawnargs);
      done();
    });
  });
  await step('not there', (done) => {
    const child = cp.spawn('no-such-command', ['a']);
    child.on('error', (error) => console.log(fields(error), child.pid));
    child.on('close', (...args) => {
      console.log(args);
      done();
    });
  });
  await step('input', (done) => {
    const child = cp.spawn('cat');
    let length = 0;
    child.stdout.on('data', (chunk) => { length += chunk.length; });
    child.stdin.end(Buffer.alloc(1_000_000, 'x'));
    child.on('close', (code) => {
      console.log(length, code);
      done();
    });
  });
  await step('killed', (done) => {
    const child = cp.spawn('sleep', ['10']);
    console.log(child.kill());
    child.on('exit', (code, signal) => {
      console.log(code, signal, child.killed, child.kill());
      done();
    });
  });
  await step('exec', (done) => cp.exec('echo $FOO; exit 2', { env: { FOO: 'bar' } }, (error, stdout) => {
    console.log(fields(error), stdout);
    done();
  }));
  await step('timeout', (done) => cp.exec('sleep 5', { timeout: 30 }, (error) => {
    console.log(error.killed, error.signal, error.code);
    done();
  }));
  await step('too much', (done) => cp.exec('yes', { maxBuffer: 10 }, (error, stdout) => {
    console.log(error.code, error.message, stdout.length);
    done();
  }));
  await step('itself', (done) => cp.execFile(process.execPath, ['-e', 'console.log(process.argv.length); process.exit(7)'], (error, stdout) => {
    console.log(error.code, stdout);
    done();
  }));
  const { status, signal, output } = cp.spawnSync('sh', ['-c', 'cat; echo b >&2; exit 5'], { input: 'in', encoding: 'utf8' });
  console.log(status, signal, output);
  console.log(fields(cp.spawnSync('no-such-command', ['q']).error));
  console.log(fields(cp.spawnSync('sleep', ['5'], { timeout: 30 }).error));
  console.log(cp.execSync('echo yo', { encoding: 'utf8' }), cp.execFileSync('echo', ['z']));
  try {
    cp.execSync('echo bad >&2; exit 3', { stdio: 'pipe' });
  } catch (error) {
    console.log(fields(error), String(error.stderr));
  }
})();
