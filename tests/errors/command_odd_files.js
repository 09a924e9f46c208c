// Empty files, byte order marks, hashbangs, all the line ends, names with spaces and signs.
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
const files = {
  'empty.js': '',
  'empty.mjs': '',
  'comment.js': '// only a comment',
  'bom.js': '\uFEFFconsole.log("after the mark")',
  'bom.mjs': '\uFEFFconsole.log("after the mark, module")',
  'hashbang.js': '#!/usr/bin/env node\nconsole.log("after the hashbang")',
  'hashbang.mjs': '#!/usr/bin/env node\nconsole.log("after the hashbang, module")',
  'carriage.js': 'console.log("one")\r\nconsole.log("two")\rconsole.log("three")\u2028console.log("four")',
  'name with spaces & signs #1 %20.js': 'console.log(__filename.endsWith("#1 %20.js"))',
  'name with spaces & signs #2 %20.mjs': 'console.log(import.meta.url.slice(-37), import.meta.filename.endsWith("#2 %20.mjs"))',
  'ünïcode ✓.js': 'console.log("ünïcode ✓".length)',
};
for (const [name, content] of Object.entries(files)) {
  fs.writeFileSync(path.join(folder, name), content);
  const { status, stdout, stderr } = run([name], { cwd: folder });
  console.log(name, status, JSON.stringify(stdout), JSON.stringify(stderr));
}
