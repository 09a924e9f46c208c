// What a command line without a file does: texts, standard input, lines, syntax checks and words that make no sense.
// @timeout 60000
'use strict';

const { spawnSync } = require('child_process');

function show(words, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: __dirname, input, encoding: 'utf8' });
  // Frames and what stands before the error's own line belong to the runtime.
  const told = stderr.replaceAll(process.execPath, '<binary>').split('\n').filter((line) => /^(?:\w*Error\b|<binary>|\[stdin\]|\[eval\])/.test(line));
  console.log(JSON.stringify(words), status, JSON.stringify(stdout.replace(process.version, '<version>')), told);
}

show([], 'console.log(1 + 1)');
show(['-'], 'console.log(process.argv.length)');
show(['-', 'a'], 'console.log(process.argv[2])');
show([], 'import fs from "fs"; console.log(typeof fs.readFile)');
show(['--input-type=module'], 'console.log(await 3, typeof require)');
show(['--input-type=commonjs-typescript'], 'const a: number = 1; console.log(a as number, typeof require)');
show(['-i'], '1 + 1\nconst { a } = { a: 7 }; a\n.exit\n');
show(['-p', 'const x: number = 4; x']);
show(['-p', '(x: number) => x']);
show(['-p']);
show(['-p', 'await 1']);
show(['-pe', '[1].map((x) => x)']);
show(['--eval=1+1', '--print']);
show(['-e', 'import "fs"; console.log(await 5)']);
show(['--input-type=module', '-e', 'console.log(typeof import.meta.url, await 1)']);
show(['--input-type=module', '-p', '1']);
show(['-p', 'process.argv.slice(1)', 'a', '--b', '--', 'c']);
show(['-e', 'syntax error']);
show(['-e']);
show(['--check', '-'], 'const a = ;');
show(['--check', '-'], 'const a = 1;');
show(['--check', 'no_such_file.js']);
show(['--check', '-e', '1']);
show(['--no-such-flag']);
show(['--title']);
show(['no_such_file.js']);
