// Module._stat tells files from folders, and gives a negative number for what is neither.
const Module = require('module');
console.log(Module._stat(__dirname), Module._stat(__filename), Module._stat(`${__dirname}/missing`), Module._stat(`${__filename}/below`), Module._stat('/dev/null'));
console.log(Module._stat.length);
