// Many writes at once, in order; a half-close; what is left unread when a child ends; an input that is closed.
const { spawn } = require('node:child_process');

const step = (name, run) => new Promise((done) => run((...results) => {
  console.log(name, ...results);
  done();
}));

(async () => {
  await step('many', (done) => {
    const child = spawn('cat');
    let text = '';
    let written = 0;
    child.stdout.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
    for (let i = 0; i < 200; i++) child.stdin.write(`${'x'.repeat(i * 37)}${i};`, () => written++);
    child.stdin.end('end');
    child.on('close', () => done(written, text.length, text.endsWith('199;end'), child.stdin.bytesWritten, child.stdout.bytesRead));
  });
  await step('vectored', (done) => {
    const child = spawn('cat');
    let text = '';
    child.stdout.on('data', (chunk) => { text += chunk; });
    child.stdin.cork();
    for (const [chunk, encoding] of [['é', 'utf8'], ['6869', 'hex'], ['aGk=', 'base64'], ['é', 'latin1']]) child.stdin.write(chunk, encoding);
    child.stdin.write(Buffer.from('bytes'));
    child.stdin.uncork();
    child.stdin.end();
    child.on('close', () => done(JSON.stringify(text)));
  });
  await step('half-closed', (done) => {
    const child = spawn('sh', ['-c', 'cat >/dev/null; echo after the end']);
    const events = [];
    child.stdin.on('finish', () => events.push('finish')).on('close', () => events.push('stdin close'));
    child.stdout.on('data', (chunk) => events.push(String(chunk))).on('end', () => events.push('end'));
    child.stdin.end('x');
    child.on('close', (code) => done(code, events));
  });
  await step('unread', (done) => {
    const child = spawn('sh', ['-c', 'echo unread']);
    child.on('close', (code) => done(code, child.stdout.readableEnded, child.stdout.destroyed));
  });
  await step('closed input', (done) => {
    const child = spawn('sh', ['-c', 'exec <&-; sleep 0.3']);
    child.stdin.on('error', (error) => done(error.code, error.syscall, error.errno));
    const timer = setInterval(() => child.stdin.write('x'), 5);
    child.stdin.on('close', () => clearInterval(timer));
  });
  await step('destroyed output', (done) => {
    // The system tells it of a reset if something was left unread, and of a broken pipe if not.
    const child = spawn('yes');
    child.stdout.once('data', () => child.stdout.destroy());
    child.on('close', (code, signal) => done(code === 1 || signal === 'SIGPIPE'));
  });
  await step('paused', (done) => {
    const child = spawn('head', ['-c', '1000000', '/dev/zero']);
    let length = 0;
    child.stdout.pause();
    setTimeout(() => child.stdout.on('data', (chunk) => { length += chunk.length; }).resume(), 50);
    child.on('close', () => done(length));
  });
})();
