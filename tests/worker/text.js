// The text of a worker is a script with a module's names: it has no builtins as globals, and finds modules from the folder
// of the process.
'use strict';
const { Worker } = require('node:worker_threads');

const texts = [
  "[typeof fs, typeof path, typeof os, typeof require, typeof module, typeof exports].join()",
  "[module.id, module.path, module.filename === process.cwd() + '/[worker eval]', module.parent, module.loaded, module.children.length].join()",
  "module.paths.join() === require('module')._nodeModulePaths(process.cwd()).join()",
  "[require.main === undefined, module.constructor === require('module'), require.cache === require('module')._cache].join()",
  "[__filename, __dirname, globalThis.module === module, this === globalThis].join()",
  "require('node:path').sep + require('fs').existsSync('/')",
  "try { require('./no_such_file') } catch (error) { error.code + error.requireStack.length }",
];

function run(text) {
  return new Promise((resolve) => {
    const worker = new Worker(
      `require('node:worker_threads').parentPort.postMessage(eval(require('node:worker_threads').workerData))`,
      { eval: true, workerData: text });
    worker.on('message', (answer) => console.log(answer));
    worker.on('error', (error) => console.log(error.name, error.message));
    worker.on('exit', resolve);
  });
}

(async () => {
  for (const text of texts) await run(text);
  const broken = new Worker('let x = ;', { eval: true });
  broken.on('error', (error) => console.log(error.name));
  await new Promise((resolve) => broken.on('exit', resolve));
  const missing = new Worker('fs', { eval: true });
  missing.on('error', (error) => console.log(error.name));
})();
