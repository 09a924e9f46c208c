// Source nested too deeply to parse: an error, not a crash.
// @timeout 60000
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
const depth = 200_000;
const files = {
  'parentheses.js': `${'('.repeat(depth)}1${')'.repeat(depth)}`,
  'arrays.mjs': `export default ${'['.repeat(depth)}${']'.repeat(depth)}`,
  'functions.ts': `${'(() => '.repeat(depth)}1${')'.repeat(depth)}`,
  'blocks.js': `${'{'.repeat(depth)}${'}'.repeat(depth)}`,
};
for (const [name, content] of Object.entries(files)) {
  fs.writeFileSync(path.join(folder, name), content);
  const { status, signal } = run([name], { cwd: folder });
  console.log(name, status, signal);
}
