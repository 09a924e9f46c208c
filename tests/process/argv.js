// argv, argv0, execArgv, execPath.
// @args one --two -3 four=4 ü
// @flags --no-warnings
const path = require('node:path');
console.log(process.argv.slice(2));
console.log(process.argv[0] === process.execPath, path.basename(process.argv[1]));
console.log(path.isAbsolute(process.argv[1]), path.isAbsolute(process.execPath));
console.log(process.execArgv, typeof process.argv0);
