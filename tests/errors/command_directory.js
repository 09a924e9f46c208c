// A folder: its index.js or main runs; without one it is a missing module.
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
fs.mkdirSync(path.join(folder, 'empty'));
fs.mkdirSync(path.join(folder, 'index'));
fs.writeFileSync(path.join(folder, 'index/index.js'), 'console.log("index of the folder")');
fs.mkdirSync(path.join(folder, 'main'));
fs.writeFileSync(path.join(folder, 'main/package.json'), '{ "main": "start.js" }');
fs.writeFileSync(path.join(folder, 'main/start.js'), 'console.log("main of the folder")');
for (const name of ['empty', 'index', 'main']) {
  const { status, stdout, errors } = run([`./${name}`], { cwd: folder });
  console.log(name, status, stdout.trim(), errors.join(' ').replaceAll(folder, '<folder>'));
}
