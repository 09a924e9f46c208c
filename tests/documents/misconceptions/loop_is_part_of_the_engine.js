// A context of the engine alone has promises, which are the language's, and no timers: these belong to the loop.
const vm = require('vm');
const kinds = vm.runInNewContext('[typeof Promise, typeof setTimeout, typeof setImmediate, typeof process]');
console.log('Promise:', kinds[0]);
console.log('setTimeout:', kinds[1]);
console.log('setImmediate:', kinds[2]);
console.log('process:', kinds[3]);
