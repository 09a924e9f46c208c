// With every descriptor taken before the first file operation in the background: what needs none still works, the rest
// fails for want of one.
const { spawnSync } = require('child_process');
const program = `
  const fs = require('fs');
  const answers = [];
  const note = (name, error) => {
    answers.push(name + ' ' + (error ? error.code + ' ' + error.syscall : 'well'));
    if (answers.length === 4) console.log(answers.sort().join(', '));
  };
  try {
    for (;;) fs.openSync('/dev/null', 'r');
  } catch (error) {
    console.log(error.code);
  }
  fs.stat('/', (error) => note('stat', error));
  fs.readFile('/etc/passwd', (error) => note('readFile', error));
  fs.open('/etc/passwd', (error) => note('open', error));
  fs.promises.readFile('/etc/passwd').catch((error) => note('promises', error));
`;
const { stdout, stderr, status } = spawnSync('sh', ['-c', 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, program]);
console.log(`${stdout}${stderr}${status}`);
