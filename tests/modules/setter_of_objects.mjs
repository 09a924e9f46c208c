// A setter that a program puts on Object.prototype is not called for what the loader keeps of modules.
const called = [];
for (const name of ['url', 'module', 'status', 'error', 'linking', 'names', 'compiled', 'context', 'generator']) {
  Object.defineProperty(Object.prototype, name, {
    get: undefined,
    set() { called.push(name); },
    configurable: true,
  });
}
const found = [await import('./fixtures/live.mjs').catch((error) => error.code), await import('node:querystring')];
for (const name of ['url', 'module', 'status', 'error', 'linking', 'names', 'compiled', 'context', 'generator']) delete Object.prototype[name];
console.log(typeof found[0], typeof found[1].parse, called);
