// Builtins that a program asks for before anything else: the same objects by either name, `require.cache` in between, and
// what is found only with the scheme.
const events = require('events');
console.log(events === require('node:events'), typeof events.EventEmitter);
console.log(module.children.length, Object.keys(require.cache).length);

require.cache.os = { exports: 'mine', loaded: true };
console.log(require('os'), typeof require('node:os').cpus);
delete require.cache.os;
console.log(typeof require('os').cpus, require('os') === require('node:os'));

for (const id of ['test', 'internal/errors', 'node:internal/errors', 'node:nothing', 'node:node:fs', '', 1]) {
  try {
    console.log(id, typeof require(id));
  } catch (error) {
    console.log(id, error.name, error.code);
  }
}
console.log(typeof require('node:test'));

const Module = require('module');
const load = Module._load;
Module._load = function(request) {
  return request === 'path' ? 'replaced' : Reflect.apply(load, this, arguments);
};
console.log(require('path'), typeof require('node:path'));
