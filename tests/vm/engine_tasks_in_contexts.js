// What the engine finishes by itself for a script of another context: its callbacks come as those of any other, with their
// ticks before their microtasks, and its promises are those of the context.
'use strict';
const vm = require('vm');

const lines = [];
const log = (line) => lines.push(line);
const after = (name) => {
  Promise.resolve().then(() => log(`promise after ${name}`));
  process.nextTick(() => log(`tick after ${name}`));
};
const context = vm.createContext({ log, after });

const bytes = [0, 97, 115, 109, 1, 0, 0, 0];
vm.runInContext(`
  const compiled = WebAssembly.compile(new Uint8Array([${bytes}]));
  log('a promise of the context: ' + (compiled instanceof Promise));
  compiled.then((module) => {
    log('compiled ' + (module instanceof WebAssembly.Module));
    after('compiled');
    WebAssembly.instantiate(new Uint8Array([0])).catch((error) => log(error instanceof WebAssembly.CompileError));
  });
  const registry = new FinalizationRegistry((held) => {});
  log([registry instanceof FinalizationRegistry, registry.constructor === FinalizationRegistry,
    Object.prototype.toString.call(registry)].join());
  try { FinalizationRegistry(() => {}) } catch (error) { log(error instanceof TypeError) }
  try { new FinalizationRegistry(1) } catch (error) { log(error instanceof TypeError) }
`, context);
process.on('exit', () => console.log(lines.join('\n')));
