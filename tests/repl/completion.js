// What lines can be completed to.
'use strict';
const { PassThrough } = require('node:stream');
const repl = require('node:repl');

const server = repl.start({ input: new PassThrough(), output: new PassThrough(), terminal: true, useGlobal: true });
const declared = 'let lexical1 = 1; const lexical2 = { inner: { deep: 1 }, other: 2 }; class Lexical3 { method() {} }; ' +
  'globalThis.thing = new Lexical3(); globalThis.withGetter = { get g() { throw new Error("called") }, "a-b": 1 }\n';
server.eval(declared, server.context, 'REPL', () => {
  for (const text of [
    '.b', '  .', '.x', 'lexical2.', 'lexical2.in', 'lexical2.inner.d', 'thing.', 'thing.m', '"abc".toU', '[].fil', 'absent.x', 'withGetter.g.',
    'withGetter.', 'require("fs', 'require(\'fs/', 'require("node:fs', 'import("os', 'x = lexical2.oth', 'lexical2?.oth', 'Math.flo', 'globalThis.thin',
    'global.setImm', 'process.versi', 'console.log', '1..toF', '/a/.tes', 'wh', 'JSON.str', 'this.thin', 'Object.ke', 'Symbol.itera',
  ]) {
    server.complete(text, (error, found) => console.log(JSON.stringify(text), error, JSON.stringify(found)));
  }
  server.close();
});
