// The members of public modules are plain properties, whenever their code is loaded: programs replace them and spy on them.
'use strict';
const names = [
  'assert', 'buffer', 'child_process', 'crypto', 'dgram', 'dns', 'dns/promises', 'events', 'fs', 'http', 'http2', 'https', 'net', 'os', 'path',
  'perf_hooks', 'querystring', 'readline', 'stream', 'string_decoder', 'timers', 'timers/promises', 'tls', 'tty', 'url', 'util', 'vm',
  'worker_threads', 'zlib',
];
// Newer than what is here; accessors here or there; of another length there, as what they are wrapped in has none.
const leftOut = new Set([
  'createMac', 'getMacs', 'parsePKCS12', 'debounce', 'throttle', 'setTraceSigInt', 'createZipArchive', 'createZipArchiveSync', 'zipFiles',
  'getMaxZipContentSize', 'setMaxZipContentSize',
  'aborted', 'getCallSites', 'inspect', 'transferableAbortController', 'transferableAbortSignal',
  'moveMessagePortToContext', 'validateHeaderName', 'validateHeaderValue', 'write',
]);
// Classes are accessors until they are looked at.
const shape = (module, name) => {
  const before = Object.getOwnPropertyDescriptor(module, name);
  const { value } = before;
  if (typeof value !== 'function') return undefined;
  if (/^[A-Z]/.test(name)) return undefined;
  return [value.length, before.writable, before.enumerable, before.configurable];
};
for (const id of names) {
  const module = require(id);
  for (const name of Object.keys(module).sort()) {
    if (name.startsWith('_') || leftOut.has(name)) continue;
    const told = shape(module, name);
    if (told !== undefined) console.log(id, name, ...told);
  }
}

// Who shows a module shows its classes, though nobody has looked at them before.
const { inspect } = require('util');
for (const [id, name] of [['url', 'URLPattern'], ['dns', 'Resolver'], ['perf_hooks', 'PerformanceMark']]) {
  console.log(inspect(require(id), { depth: 0 }).match(new RegExp(`${name}: (\\[\\w+)`))[1]);
}

// A function that is replaced is replaced, and comes back; so is what is loaded when it is first looked at.
const { mock } = require('node:test');
for (const [id, name] of [['crypto', 'randomBytes'], ['crypto', 'createHash'], ['util', 'promisify'], ['util', 'format'], ['perf_hooks', 'createHistogram'], ['fs', 'cpSync'], ['buffer', 'resolveObjectURL'], ['util', 'inspect'], ['buffer', 'File']]) {
  const module = require(id);
  const original = module[name];
  const method = mock.method(module, name, () => 'mocked');
  console.log(id, name, module[name](), method.mock.callCount());
  method.mock.restore();
  console.log(module[name] === original);
}

// Classes and objects can be replaced before anybody has looked at them, and by what inherits from the module.
for (const [id, name] of [['buffer', 'Blob'], ['assert', 'AssertionError'], ['dns', 'Resolver'], ['url', 'URLPattern'], ['perf_hooks', 'PerformanceObserver'], ['http2', 'Http2ServerRequest'], ['net', 'BoundSocket'], ['worker_threads', 'locks'], ['readline', 'promises'], ['util', 'TextDecoder'], ['crypto', 'Hash']]) {
  const module = require(id);
  const heir = Object.create(module);
  heir[name] = 1;
  const { [name]: original } = module;
  console.log(id, name, heir[name], Object.hasOwn(heir, name), typeof original);
  module[name] = 2;
  console.log(module[name], JSON.stringify(Object.getOwnPropertyDescriptor(module, name)));
  module[name] = original;
}
const { createHash, sign, getDiffieHellman, createDiffieHellmanGroup } = require('crypto');
console.log(createHash('sha1').update('a').digest('hex'), new createHash('md5').digest('hex'), sign.name, getDiffieHellman === createDiffieHellmanGroup);
require('util').promisify(require('crypto').generateKeyPair)('ed25519').then((pair) => console.log(Object.keys(pair)));
