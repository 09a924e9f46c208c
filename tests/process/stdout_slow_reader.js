// A pipe whose reader is slow does not hold the loop: what does not fit waits in the stream, and nothing of it is lost at
// the end.
const { spawn } = require('node:child_process');

const source = `
  const before = Date.now();
  let turns = 0;
  const timer = setInterval(() => turns++, 10);
  const more = process.stdout.write(Buffer.alloc(4_000_000, 'x'), () => {
    clearInterval(timer);
    console.error('written after turns:', turns > 5);
  });
  console.error(more, Date.now() - before < 500, process.stdout.writableLength, process.stdout.writableNeedDrain);
  process.stdout.once('drain', () => console.error('drain'));
  process.stdout.end('the end', () => console.error('finished'));
`;

const child = spawn(process.execPath, ['-e', source]);
let errors = '';
let length = 0;
let last = '';
child.stderr.on('data', (chunk) => { errors += chunk; });
setTimeout(() => child.stdout.on('data', (chunk) => {
  length += chunk.length;
  last = (last + chunk).slice(-7);
}), 700);
child.on('close', (code) => {
  console.log(errors);
  console.log(code, length, last);
});
