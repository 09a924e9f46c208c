// Labels that do not exist, or exist already, are warned of.
// @stderr ignore
'use strict';
process.on('warning', (warning) => console.log(warning.name, warning.message));
console.countReset('unknown');
console.timeEnd('unknown');
console.timeLog('unknown');
console.time('known');
console.time('known');
