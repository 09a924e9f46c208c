// Programs that put themselves into the loader: extensions, _compile, _load, _resolveFilename.
const Module = require('module');
const { basename } = require('path');
require.extensions['.upper'] = (module, filename) => { module.exports = basename(filename).toUpperCase(); };
const { writeFileSync, mkdtempSync, rmSync } = require('fs');
const folder = mkdtempSync(`${require('os').tmpdir()}/roundel-`);
process.on('exit', () => rmSync(folder, { recursive: true }));
writeFileSync(`${folder}/x.upper`, '');
console.log(require(`${folder}/x`));
writeFileSync(`${folder}/y.js`, 'module.exports = "original"');
const { _compile } = Module.prototype;
Module.prototype._compile = function(content, filename) {
  return _compile.call(this, content.replace('original', 'replaced'), filename);
};
console.log(require(`${folder}/y.js`));
Module.prototype._compile = _compile;
const { _load } = Module;
Module._load = function(request, parent, isMain) {
  return request === 'virtual' ? { virtual: true } : _load.apply(this, arguments);
};
console.log(require('virtual'), typeof require('events'));
Module._load = _load;
const { _resolveFilename } = Module;
Module._resolveFilename = function(request, ...rest) {
  return _resolveFilename.call(this, request === 'alias' ? `${folder}/y.js` : request, ...rest);
};
console.log(require('alias'));
const made = new Module('made');
made._compile('module.exports = [typeof require, __filename, this === exports]', '/made.js');
console.log(made.exports, made.loaded);
