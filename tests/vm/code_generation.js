// Contexts that may not make code, and what the options of contexts are checked for.
const vm = require('vm');

const told = (call) => {
  try {
    console.log(call());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const wasm = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const quiet = vm.createContext({ wasm }, { codeGeneration: { strings: false, wasm: false } });
told(() => vm.runInContext('eval("1")', quiet));
told(() => vm.runInContext('new Function("1")', quiet));
told(() => vm.runInContext('new WebAssembly.Module(wasm)', quiet));
told(() => vm.runInContext('1 + 1', quiet));
told(() => vm.runInNewContext('eval("2")', {}, { contextCodeGeneration: { strings: true } }));
told(() => vm.createContext({}, { codeGeneration: 5 }));
told(() => vm.createContext({}, { codeGeneration: { strings: 5 } }));
told(() => vm.createContext({}, { origin: 5 }));
told(() => vm.createContext({}, { microtaskMode: 'x' }));
told(() => vm.createContext({}, { importModuleDynamically: 5 }));
told(() => vm.runInNewContext('', {}, { contextName: 5 }));
told(() => vm.runInNewContext('', {}, { contextCodeGeneration: 5 }));
told(() => vm.compileFunction('return a', ['b'], { contextExtensions: [{ a: 5 }] })());
told(() => vm.compileFunction('', [], { contextExtensions: [0] }));
told(() => vm.compileFunction('', [], { parsingContext: 5 }));
told(() => vm.compileFunction('}); (function() {'));
told(() => new vm.Script('1 //# sourceMappingURL=a.json').sourceMapURL);

const script = new vm.Script('1 + 1');
const data = script.createCachedData();
told(() => [Buffer.isBuffer(data), data.length > 0]);
told(() => new vm.Script('1 + 1', { cachedData: data }).cachedDataRejected);
told(() => new vm.Script('1 + 2222', { cachedData: data }).cachedDataRejected);

new vm.Script('import("fs")').runInThisContext().catch((error) => console.log(error.name, error.code, error.message));
new vm.Script('import("fs")', { importModuleDynamically() {} }).runInThisContext().catch((error) => console.log(error.code));
