// node:sea in a program that is no single executable: the answer is no, and what needs one says so.
const sea = require('node:sea');
console.log(Object.keys(sea), sea.isSea());
for (const name of ['getAsset', 'getRawAsset', 'getAssetAsBlob', 'getAssetKeys']) {
  console.log(name, sea[name].length, sea[name].name);
  for (const args of [[], ['a'], ['a', 'utf8'], [1], ['a', 1], [Symbol('s')], [undefined, {}]]) {
    try {
      console.log(sea[name](...args));
    } catch ({ name, code, message }) {
      console.log(name, code, message);
    }
  }
}
console.log(require('module').isBuiltin('node:sea'), require('module').isBuiltin('sea'), require('module').builtinModules.includes('node:sea'));
console.log(process.getBuiltinModule('node:sea') === sea, process.getBuiltinModule('sea'));
try {
  require('sea');
} catch ({ code }) {
  console.log(code);
}
