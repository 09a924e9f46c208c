// -e, -p and programs on standard input.
const { run } = require('./fixtures/run.js');
const show = (args, options) => {
  const { status, stdout, errors } = run(args, options);
  console.log(args.join(' '), '->', status, JSON.stringify(stdout), errors.join(' '));
};
show(['-e', 'console.log(process.argv.length, process.argv.slice(1))', 'a', '-b']);
show(['-p', '[1, 2].map((n) => n * 2)']);
show(['-pe', '"text"']);
show(['-p', '({ a: 1 })']);
show(['-p', 'Promise.resolve(3)']);
show(['-e', 'throw new Error("from eval")']);
show(['-e', 'console.log(typeof require, typeof module, __filename, typeof fs)']);
show(['--input-type=module', '-e', 'console.log(typeof require, await 4)']);
show(['-e', 'import fs from "node:fs"; console.log(typeof fs.readFile)']);
show(['-'], { input: 'console.log("from stdin", process.argv.length)' });
show([], { input: 'console.log("no dash", process.argv.length)' });
show(['-p'], { input: '1 + 1' });
show(['-'], { input: '' });
show(['-e', 'const n: number = 5; console.log(n)']);
