// Literals nested deeper than the stack has room for: an error at once, not a parser that never comes to an end.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
const deep = (open, close) => `${open.repeat(8000)}1${close.repeat(8000)}`;
const texts = { arrays: deep('[', ']'), objects: `(${deep('{a:', '}')})`, mixed: `(${deep('[{a:', '}]')})` };
for (const [name, text] of Object.entries(texts)) {
  try {
    new vm.Script(text);
  } catch (error) {
    console.log(name, error.name);
  }
  const file = path.join(folder, `${name}.js`);
  fs.writeFileSync(file, `module.exports = ${text};`);
  try {
    require(file);
  } catch (error) {
    console.log(name, error.name);
  }
  const { status, signal } = run(['-e', `x = ${text}`]);
  console.log(name, status, signal);
}
// As deep as V8 goes.
console.log(new vm.Script(`${'['.repeat(2000)}${']'.repeat(2000)}.length`).runInThisContext());
// Brackets that open nothing.
console.log(new vm.Script(`'${'['.repeat(8000)}'.length`).runInThisContext());
