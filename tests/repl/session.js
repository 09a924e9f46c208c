// Sessions line by line: values, errors, unfinished code, await, commands, contexts, modes.
'use strict';
const { PassThrough, Writable } = require('node:stream');
const repl = require('node:repl');

// Types the lines, each when the answer to the one before has come, which ends with a prompt.
async function session(title, options, lines) {
  console.log(`== ${title}`);
  let written = '';
  let answered;
  const input = new PassThrough();
  const output = new Writable({
    write(chunk, encoding, callback) {
      written += chunk;
      if (/(?:^|\n)(?:> |\| )$/.test(written)) setImmediate(() => answered?.());
      callback();
    },
  });
  const server = repl.start({ input, output, terminal: false, ...options });
  server.on('exit', () => {
    written += '{exit}';
    answered?.();
  });
  server.on('reset', () => { written += '{reset}\n'; });
  // The answer to the start.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  for (const line of lines) {
    written = '';
    await new Promise((resolve) => {
      answered = resolve;
      input.write(`${line}\n`);
    });
    answered = undefined;
    console.log(JSON.stringify(line), JSON.stringify(written));
  }
  if (!server.closed) server.close();
}

const lines = [
  '1 + 1', '{', 'a: 1}', '_', '_ = 5', '1', '_', 'throw new Error("x")', '_error', 'throw null', 'throw undefined', 'throw 5', 'throw { a: 1 }', 'absent',
  'function f() {', 'return 1', '}', 'f()', '  .help', '.foo', '.1', '`a', 'b`', '/* x', '*/', '"abc\\', 'def"', '"abc', '{}', '{ a: 1 }', '{ a: 1 };',
  '({ a: 1 })', 'function() {}', 'let y = 1', 'y', 'let y = 2', 'const z = await 5', 'z', 'const { p, q: [r] } = await { p: 1, q: [2] }; p + r',
  'async function g() { return await 7 }', 'await g()', 'new Promise(() => {})', 'import x from "fs"',
  'import { a as b } from "fs"', 'import * as all from "fs"', '(await import("os")).EOL', 'a b c', 'f(', '1,', '2)', 'class A {', '}', 'new A()', 'module.id',
  'fs === require("fs")', '__filename', 'this === globalThis', 'var v = 1', 'globalThis.v', 'undefined', '[1, 2, 3].map((n) => {', 'return n * 2', '})', '.break',
  'npm install', '1;2;3', '', '   ', 'if (true) {', '.break', 'typeof v', '.clear', 'typeof v', '_',
];

(async () => {
  await session('own context', {}, [...lines, '.exit']);
  await session('global', { useGlobal: true }, ['1 + 1', 'globalThis.made = 1', 'made', '.clear', 'made', '.exit']);
  await session('undefined is not written', { ignoreUndefined: true }, ['undefined', 'void 0', 'let u', '1']);
  await session('strict', { replMode: repl.REPL_MODE_STRICT }, ['(function() { return this })()', 'let s = 1', 's']);
  await session('prompt', { prompt: '$$\n> ' }, ['1']);
  await session('writer', { writer: (value) => `<${typeof value}>` }, ['1', '"a"', 'undefined', 'throw 5']);
  await session('evaluator', {
    eval(code, context, file, callback) {
      if (code === 'more\n') return callback(new repl.Recoverable(new SyntaxError('more')));
      if (code === 'bad\n') return callback('bad');
      if (code === 'nothing\n') return callback(null);
      return setImmediate(callback, null, code.length);
    },
  }, ['abc', 'bad', 'nothing', 'more', 'x']);
  const server = repl.start({ input: new PassThrough(), output: new PassThrough(), terminal: false });
  server.defineCommand('say', { help: 'says', action(text) { console.log('said', text, this === server); } });
  server.defineCommand('plain', (text) => console.log('plain', text));
  server.input.write('.say a b  c\n.plain\n');
  for (const attempt of [
    () => repl.REPLServer(), () => repl.start({ breakEvalOnSigint: true, eval() {} }), () => server.defineCommand('x', {}), () => repl.start({ domain: 1 }),
    () => [repl.isValidSyntax('1 +'), repl.isValidSyntax('1')], () => repl.builtinModules.includes('fs'), () => Object.keys(repl),
    () => new repl.Recoverable(new SyntaxError('x')).err.message, () => Object.keys(server.commands),
  ]) {
    try {
      console.log(attempt());
    } catch (error) {
      console.log(error.name, error.code, error.code === undefined ? '' : error.message);
    }
  }
  setImmediate(() => server.close());
})();
