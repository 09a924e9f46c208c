// Loading: by require and process.dlopen, twice, in workers, and what cannot be loaded.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker, isMainThread, parentPort } = require('worker_threads');
const build = require('./fixtures/build');

if (!isMainThread) {
  const { add } = require(build('add'));
  parentPort.postMessage([add(1, 2), require(build('registered'))]);
  return;
}

const file = build('add');
const { add } = require(file);
console.log(add(20, 22), add.name, add.length, typeof require.extensions['.node'], require(file) === require.cache[file].exports);
try { add('a', 1); } catch (error) { console.log(error.name, error.code, error.message); }
const second = { exports: { own: 1 } };
process.dlopen(second, file);
console.log(Object.keys(second.exports), second.exports.add !== add, second.exports.add(1, 1));
const third = { exports: {} };
console.log(process.dlopen(third, file, os.constants.dlopen.RTLD_NOW), third.exports.add(2, 2));
console.log(require(build('registered')));
const again = { exports: {} };
process.dlopen(again, build('registered'));
console.log(again.exports);

const tell = (fn) => {
  try {
    console.log(fn());
  } catch (error) {
    console.log(error.name, error.code, error.message.replaceAll(os.tmpdir(), 'TMP').replace(/addon-\w{6}/g, 'addon').replace(/[\w.-]+\/([a-z_]+)-[0-9a-f]{16}/g, '$1'));
  }
};
tell(() => require(build('no_addon')));
tell(() => require(build('throwing')));
tell(() => process.dlopen({ exports: {} }, '/nowhere/at/all.node'));
tell(() => process.dlopen({ exports: {} }));
tell(() => process.dlopen({ exports: {} }, file, 'flags'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'addon-'));
fs.writeFileSync(path.join(folder, 'broken.node'), 'this is no library');
tell(() => require(path.join(folder, 'broken.node')));
fs.copyFileSync(file, path.join(folder, 'found.node'));
console.log(require(path.join(folder, 'found')).add(3, 4));
fs.rmSync(folder, { recursive: true });

const worker = new Worker(__filename);
worker.on('message', (message) => console.log('worker', message));
worker.on('exit', (code) => console.log('exit', code));
