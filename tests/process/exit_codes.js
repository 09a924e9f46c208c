// How programs end, as their parent sees it.
const { spawnSync } = require('node:child_process');
const programs = {
  plain: '',
  exit: 'process.exit(5)',
  'exit text': 'process.exit("6")',
  'exit code': 'process.exitCode = 7',
  'exit without argument': 'process.exitCode = 8; process.exit()',
  throw: 'throw 1',
  reject: 'Promise.reject(1)',
  'throw in handler': 'process.on("uncaughtException", () => { throw 1 }); throw 2',
  256: 'process.exit(256)',
  257: 'process.exit(257)',
  '-1': 'process.exit(-1)',
  'exit float': 'process.exit(1.5)',
  'exit object': 'process.exit({})',
  'code changed in exit': 'process.on("exit", () => { process.exitCode = 9 })',
  'throw then code in exit': 'process.on("exit", () => { process.exitCode = 9 }); throw 1',
  syntax: 'let let',
  abort: 'process.abort()',
};
for (const [name, program] of Object.entries(programs)) {
  const { status, signal } = spawnSync(process.execPath, ['-e', program]);
  console.log(name, status, signal);
}
const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', 'await new Promise(() => {})']);
console.log('unsettled await', status);
