// A context without a sandbox: the object that is returned is the global object itself.
'use strict';

const vm = require('node:vm');

const global = vm.createContext(vm.constants.DONT_CONTEXTIFY);
console.log(vm.isContext(global), typeof global, global === vm.runInContext('globalThis', global));
vm.runInContext('var declared = 1; function f() { return this; } let lexical = 2; assigned = 3;', global);
console.log(global.declared, typeof global.f, global.lexical, global.assigned, vm.runInContext('lexical', global));
global.outside = { from: 'outside' };
console.log(vm.runInContext('outside.from + typeof Array', global), global.Array === Array, vm.runInContext('[]', global) instanceof Array);
Object.defineProperty(global, 'fixed', { value: 5, writable: false });
console.log(vm.runInContext('fixed = 6; fixed', global), Object.keys(global).sort().join());
delete global.assigned;
console.log(vm.runInContext('typeof assigned', global));
console.log(vm.runInNewContext('globalThis.x = 1; typeof console', vm.constants.DONT_CONTEXTIFY));
console.log(new vm.Script('declared + 1').runInContext(global));
try {
  vm.createContext(Symbol('other'));
} catch (error) {
  console.log(error.code);
}
