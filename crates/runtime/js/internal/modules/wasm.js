// WebAssembly as a module: what it imports are other modules, what it exports are its exports.
'use strict';

const { ArrayPrototypeIncludes, ArrayPrototypePush, ObjectDefineProperty, globalThis } = primordials;
const { SyntheticModule } = require('internal/modules/record');

// `source` is the bytes of the module.
function wasmModule(url, source) {
  const { Module, Instance, Global } = globalThis.WebAssembly;
  const compiled = new Module(source);
  const imports = Module.imports(compiled);
  const specifiers = [];
  for (let i = 0; i < imports.length; i++) {
    if (!ArrayPrototypeIncludes(specifiers, imports[i].module)) ArrayPrototypePush(specifiers, imports[i].module);
  }
  const exported = Module.exports(compiled);
  const names = [];
  for (let i = 0; i < exported.length; i++) ArrayPrototypePush(names, exported[i].name);
  const module = new SyntheticModule(url, names, () => {
    const given = { __proto__: null };
    for (let i = 0; i < specifiers.length; i++) given[specifiers[i]] = module.dependencies[i].namespace;
    const { exports } = new Instance(compiled, given);
    for (let i = 0; i < exported.length; i++) {
      const { name, kind } = exported[i];
      const value = exports[name];
      // A global is seen as its value, which may change.
      if (kind === 'global' && value instanceof Global) module.setLazily(name, () => value.value);
      else module.set(name, value);
    }
  });
  // What the loader looks for: specifier, attributes, reads, line, column, width.
  const requests = [];
  for (let i = 0; i < specifiers.length; i++) ArrayPrototypePush(requests, [specifiers[i], [], 0, 1, 1, 1]);
  ObjectDefineProperty(module, 'compiled', { __proto__: null, value: { __proto__: null, requests } });
  return module;
}

module.exports = { wasmModule };
