// --check reports a syntax error and runs nothing.
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
const files = {
  'good.js': 'console.log("never printed")',
  'bad.js': 'let x = ;',
  'good.mjs': 'export const a = await 1; console.log("never printed")',
  'bad.mjs': 'export const a = ;',
  'good.cjs': 'return 5; console.log("never printed")',
};
for (const [name, text] of Object.entries(files)) {
  fs.writeFileSync(path.join(folder, name), text);
  const { status, stdout, errors } = run(['--check', name], { cwd: folder });
  console.log(name, status, JSON.stringify(stdout), errors.length > 0);
}
