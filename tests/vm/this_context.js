// Scripts in the context of the program.
'use strict';
const vm = require('vm');
console.log(Object.keys(vm));
globalThis.counter = 1;
const script = new vm.Script('counter += 1; var declared = counter; declared * 10', { filename: 'count.js' });
console.log(script.runInThisContext(), script.runInThisContext(), counter, declared, script instanceof vm.Script);
console.log(vm.runInThisContext('typeof require + typeof vm + typeof console'), vm.runInThisContext('this') === globalThis);
const local = 'hidden';
console.log(vm.runInThisContext('typeof local'), local.length, vm.runInThisContext('[]') instanceof Array);
const add = vm.compileFunction('return a + b + (typeof c)', ['a', 'b']);
console.log(add(1, 2), add.length);
