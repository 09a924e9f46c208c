// Output that nobody reads any more is an error of the stream: unheard, it ends the program; heard, the program goes on.
const { spawn } = require('node:child_process');

function closeAfterFirst(name, source, fd) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['-e', source]);
    const closed = child.stdio[fd];
    const other = child.stdio[3 - fd];
    let text = '';
    other.on('data', (chunk) => { text += chunk; });
    closed.once('data', () => closed.destroy());
    child.on('close', (code, signal) => {
      console.log(name, code, signal, text.match(/write EPIPE|code: 'EPIPE'|heard.*/g));
      done();
    });
  });
}

(async () => {
  await closeAfterFirst('console.log', 'setInterval(() => console.log(1), 1)', 1);
  await closeAfterFirst('write', 'setInterval(() => process.stdout.write("1"), 1)', 1);
  await closeAfterFirst('heard', `
    process.stdout.on('error', (error) => {
      console.error('heard', error.code, error.syscall, error.errno);
      clearInterval(timer);
    });
    const timer = setInterval(() => process.stdout.write('1'), 1);`, 1);
  await closeAfterFirst('console.error', 'let n = 0; setInterval(() => { console.error(1); if (++n > 2000) process.exit(9); }, 1)', 2);
  await closeAfterFirst('exit code', 'process.on("exit", (code) => console.error("heard", code)); setInterval(() => console.log(1), 1)', 1);
})();
