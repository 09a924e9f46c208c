// `--watch`: started again when a file changes that was loaded, ended by a signal.
// @timeout 60000
'use strict';

const { play, write } = require('./fixtures/_watched.js');

(async () => {
  write('dependency.js', 'module.exports = 1;');
  write('main.js', 'console.log("value", require("./dependency.js"), process.argv.slice(2), process.execArgv);');
  await play(['--watch', 'main.js', 'word'], [
    ['Completed', () => write('dependency.js', 'module.exports = 2;')],
    ['Completed', () => write('main.js', 'console.log("main"); process.exit(3);')],
    ['Failed'],
  ]);
  write('module.mjs', 'import x from "./dependency.js"; console.log("module", x); setInterval(() => {}, 1000);');
  write('dependency.js', 'module.exports = 3;');
  await play(['--watch', '--watch-preserve-output', 'module.mjs'], [
    ['module 3', () => write('dependency.js', 'module.exports = 4;')],
    ['module 4'],
  ]);
})();
