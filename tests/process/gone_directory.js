// A working directory that was removed: a text still runs, and finds no module beside it; a file has no place to be.
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
function run(args, input) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-test-'));
  const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script, 'sh', folder, process.execPath, ...args], { input });
  console.log(args[0], status, `${stdout}`.trimEnd(), /^Error: .*$/m.exec(`${stderr}`)?.[0]);
}
const program = `
  console.log(__filename, process.argv.length);
  try { process.cwd(); } catch (error) { console.log(error.code, error.errno, error.syscall, error.message); }
  try { require('./a'); } catch (error) { console.log(error.code); }
  console.log(require('path').basename(require.resolve('fs')));
`;
run(['-e', program]);
run(['-p', '6 * 7']);
run(['-'], program);
run(['a.js']);
run(['--input-type=module', '-e', 'console.log(1)']);
