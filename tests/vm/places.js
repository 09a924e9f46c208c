// @exit 1
// A script's own name and lines are in its stack.
'use strict';
const vm = require('vm');
try {
  vm.runInThisContext('\n\nthrow new Error("third line")', { filename: 'named.js', lineOffset: 10 });
} catch (error) {
  console.log(/named\.js:(\d+)/.exec(error.stack)[1]);
}
try {
  vm.runInNewContext('\nfunction f() { throw new Error("inside") }\nf()', {}, 'other.js');
} catch (error) {
  console.log(/other\.js:(\d+)/.exec(error.stack)[1]);
}
new vm.Script('let fine = 1;\nlet broken = = 2;', { filename: 'syntax.js' });
