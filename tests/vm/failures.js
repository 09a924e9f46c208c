// What is thrown: by scripts, for bad texts and for bad arguments.
'use strict';
const vm = require('vm');
const show = (attempt) => {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.code, error instanceof Error, error.message);
  }
};
show(() => vm.runInThisContext('throw new RangeError("mine")'));
show(() => vm.runInNewContext('throw new RangeError("theirs")'));
show(() => vm.runInNewContext('throw boom', { boom: new TypeError('passed through') }));
for (const bad of [() => new vm.Script('var a = ;', 'bad.js'), () => vm.compileFunction('return )')]) {
  try {
    bad();
  } catch (error) {
    console.log(error.name, error instanceof SyntaxError);
  }
}
show(() => vm.createContext(1));
show(() => vm.createContext(null));
show(() => vm.isContext());
show(() => vm.runInContext('1', {}));
show(() => new vm.Script('1', 5));
show(() => new vm.Script('1', { filename: 5 }));
show(() => new vm.Script('1', { lineOffset: 'x' }));
show(() => vm.runInThisContext('1', { timeout: 0 }));
show(() => vm.runInThisContext('1', { timeout: 'x' }));
show(() => vm.compileFunction(1));
show(() => vm.compileFunction('1', 'a'));
show(() => vm.compileFunction('1', [1]));
