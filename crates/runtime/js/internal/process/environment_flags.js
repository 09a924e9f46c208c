// process.allowedNodeEnvironmentFlags: the flags of Node that NODE_OPTIONS may have here. Those that are refused by name are not
// among them (crates/cli/src/flags).
'use strict';

const {
  ObjectFreeze, ReflectApply, RegExpPrototypeExec, RegExpPrototypeSymbolReplace, SafeSet, Set, SetPrototype,
  StringPrototypeStartsWith, SymbolIterator,
} = primordials;

const FLAGS = [
  '-C', '-r',
  '--abort-on-uncaught-exception', '--addons', '--async-context-frame', '--conditions', '--deprecation', '--disable-sigusr1',
  '--disable-warning', '--disable-wasm-trap-handler', '--disallow-code-generation-from-strings', '--dns-result-order',
  '--enable-network-family-autoselection', '--enable-source-maps', '--experimental-abortcontroller', '--experimental-detect-module',
  '--experimental-eventsource', '--experimental-global-customevent', '--experimental-global-navigator', '--experimental-global-webcrypto',
  '--experimental-import-meta-resolve', '--experimental-json-modules', '--experimental-loader', '--experimental-modules',
  '--experimental-repl-await', '--experimental-require-module', '--experimental-specifier-resolution', '--experimental-strip-types',
  '--experimental-top-level-await', '--experimental-vm-modules', '--experimental-wasm-modules', '--experimental-webstorage', '--expose-gc',
  '--force-async-hooks-checks', '--force-context-aware', '--import', '--input-type', '--insecure-http-parser',
  '--interpreted-frames-native-stack', '--loader', '--localstorage-file', '--max-heap-size', '--max-http-header-size',
  '--max-old-space-size', '--max-old-space-size-percentage', '--max-semi-space-size', '--network-family-autoselection',
  '--network-family-autoselection-attempt-timeout', '--no-addons', '--no-async-context-frame', '--no-deprecation', '--no-disable-sigusr1',
  '--no-disable-wasm-trap-handler', '--no-enable-source-maps', '--no-experimental-detect-module', '--no-experimental-eventsource',
  '--no-experimental-global-navigator', '--no-experimental-import-meta-resolve', '--no-experimental-repl-await',
  '--no-experimental-require-module', '--no-experimental-vm-modules', '--no-experimental-webstorage', '--no-force-async-hooks-checks',
  '--no-force-context-aware', '--no-insecure-http-parser', '--no-network-family-autoselection', '--no-node-snapshot',
  '--no-pending-deprecation', '--no-preserve-symlinks', '--no-preserve-symlinks-main', '--no-require-module', '--no-strip-types',
  '--no-test-coverage-include-all', '--no-test-only', '--no-test-randomize', '--no-throw-deprecation', '--no-tls-max-v1.2',
  '--no-tls-max-v1.3', '--no-tls-min-v1.0', '--no-tls-min-v1.1', '--no-tls-min-v1.2', '--no-tls-min-v1.3', '--no-trace-deprecation',
  '--no-trace-tls', '--no-trace-uncaught', '--no-trace-warnings', '--no-use-bundled-ca', '--no-use-env-proxy', '--no-use-openssl-ca',
  '--no-use-system-ca', '--no-verify-base-objects', '--no-warnings', '--no-watch', '--no-watch-preserve-output', '--no-worker-snapshot',
  '--node-memory-debug', '--node-snapshot', '--pending-deprecation', '--preserve-symlinks', '--preserve-symlinks-main',
  '--redirect-warnings', '--require', '--require-module', '--stack-trace-limit', '--strip-types', '--test-coverage-branches',
  '--test-coverage-exclude', '--test-coverage-functions', '--test-coverage-include', '--test-coverage-include-all', '--test-coverage-lines',
  '--test-global-setup', '--test-isolation', '--test-name-pattern', '--test-only', '--test-random-seed', '--test-randomize',
  '--test-reporter', '--test-reporter-destination', '--test-rerun-failures', '--test-shard', '--test-skip-pattern', '--throw-deprecation',
  '--title', '--tls-cipher-list', '--tls-keylog', '--tls-max-v1.2', '--tls-max-v1.3', '--tls-min-v1.0', '--tls-min-v1.1', '--tls-min-v1.2',
  '--tls-min-v1.3', '--trace-deprecation', '--trace-tls', '--trace-uncaught', '--trace-warnings', '--unhandled-rejections',
  '--use-bundled-ca', '--use-env-proxy', '--use-largepages', '--use-openssl-ca', '--use-system-ca', '--v8-pool-size',
  '--verify-base-objects', '--warnings', '--watch', '--watch-kill-signal', '--watch-path', '--watch-preserve-output', '--webstorage',
  '--worker-snapshot',
];

const known = new SafeSet(FLAGS);
// The same without their dashes, by which they may also be asked for.
const bare = new SafeSet();
for (let i = 0; i < FLAGS.length; i++) bare.add(RegExpPrototypeSymbolReplace(/^--?/, FLAGS[i], ''));

// A set that nothing can be put into or taken out of, and that takes underscores for dashes.
class NodeEnvironmentFlagsSet extends Set {
  constructor() {
    super();
    ObjectFreeze(this);
  }

  add() { return this; }
  delete() { return false; }
  clear() {}

  has(key) {
    if (typeof key !== 'string') return false;
    if (RegExpPrototypeExec(/^(?:--?[a-zA-Z]|[a-zA-Z])/, key) === null) return false;
    const plain = RegExpPrototypeSymbolReplace(/=.*$/, RegExpPrototypeSymbolReplace(/(?<!^|^-)_/g, key, '-'), '');
    return StringPrototypeStartsWith(plain, '-') ? known.has(plain) : bare.has(plain);
  }

  get size() { return FLAGS.length; }

  forEach(callback, thisArg = undefined) {
    for (let i = 0; i < FLAGS.length; i++) ReflectApply(callback, thisArg, [FLAGS[i], FLAGS[i], this]);
  }

  entries() { return list().entries(); }
  values() { return list().values(); }
}

// A plain set of them: one that a program has does not change what the next one gets.
function list() {
  const flags = new Set();
  for (let i = 0; i < FLAGS.length; i++) ReflectApply(SetPrototype.add, flags, [FLAGS[i]]);
  return flags;
}

function makeSet() {
  const { prototype } = NodeEnvironmentFlagsSet;
  prototype.keys = prototype[SymbolIterator] = prototype.values;
  ObjectFreeze(NodeEnvironmentFlagsSet);
  ObjectFreeze(prototype);
  return new NodeEnvironmentFlagsSet();
}

module.exports = { makeSet };
