// The condition node-addons holds where addons can be loaded.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'conditions-'));
fs.mkdirSync(path.join(folder, 'node_modules', 'dual'), { recursive: true });
const write = (name, text) => fs.writeFileSync(path.join(folder, 'node_modules', 'dual', name), text);
write('package.json', '{ "exports": { "node-addons": "./native.js", "default": "./plain.js" } }');
write('native.js', 'module.exports = "native"');
write('plain.js', 'module.exports = "plain"');
console.log(require('module').createRequire(path.join(folder, 'index.js'))('dual'));
fs.rmSync(folder, { recursive: true });
