// Commands found and run with awkward words, synchronously and not.
const spawn = require('cross-spawn');
const fs = require('node:fs');

fs.writeFileSync('tool', '#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)), process.env.EXTRA);\nprocess.exitCode = 3;\n', { mode: 0o755 });
const words = ['a b', '"q"', "it's", '$HOME', '*', '\\', '', 'ä'];
const { status, stdout } = spawn.sync('./tool', words, { encoding: 'utf8', env: { ...process.env, EXTRA: 'e' } });
console.log(status, stdout);
const child = spawn('./tool', ['later'], { stdio: ['ignore', 'pipe', 'inherit'] });
let text = '';
child.stdout.on('data', (part) => { text += part; });
child.on('close', (code, signal) => {
  console.log(code, signal, text);
  spawn('no-such-command').on('error', (error) => console.log(error.code, error.syscall, error.path));
  console.log(spawn.sync('no-such-command').error.code);
});
