// getBuiltinModule gives the module or undefined.
console.log(process.getBuiltinModule('fs') === require('fs'), process.getBuiltinModule('node:path') === require('path'));
console.log(process.getBuiltinModule('no_such_module'), process.getBuiltinModule('./argv.js'));
try {
  process.getBuiltinModule(5);
} catch (error) {
  console.log(error.code);
}
