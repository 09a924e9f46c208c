// What `module`, `require` and the wrapper look like from inside a CommonJS module.
'use strict';
const path = require('path');
const Module = require('module');
console.log(module.id, path.basename(module.filename), module.loaded, module.children.length, module.parent);
console.log(path.basename(__filename), path.basename(__dirname), path.basename(module.path));
console.log(require.main === module, process.mainModule === module, module instanceof Module, module.constructor === Module);
console.log(Object.keys(module), Object.keys(require), Object.keys(require.extensions));
console.log(this === module.exports, exports === module.exports, arguments.length);
console.log(module.paths.map((p) => path.basename(path.dirname(p))).slice(0, 2), require.resolve.paths('./x').map((p) => path.basename(p)));
console.log(Module._nodeModulePaths('/a/node_modules/b'), Module._nodeModulePaths('/'));
console.log(JSON.stringify(Module.wrap('x')), Module.isBuiltin('events'), Module.isBuiltin('node:events'), Module.isBuiltin('nope'), Module.isBuiltin('test'), Module.isBuiltin('node:test'));
console.log(Module.Module === Module, typeof Module.createRequire, Module.builtinModules.includes('events'), Module._cache === require.cache);
const values = require('./fixtures/values.cjs');
console.log(values.one, module.children.length, path.basename(module.children[0].id), module.children[0].parent === module, module.children[0].loaded);
console.log(require('./fixtures/values.cjs') === values, module.children.length, Object.keys(require.cache).map((f) => path.basename(f)));
delete require.cache[require.resolve('./fixtures/values.cjs')];
console.log(require('./fixtures/values.cjs') === values, module.children.length);
