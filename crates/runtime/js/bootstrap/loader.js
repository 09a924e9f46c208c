// The first builtin to run: makes `require` for builtins and `internalBinding`.
//
// A builtin is compiled when it is first required and cached by id; cycles see the exports so far, as in
// CommonJS. The native side gives `compile(id)`, the wrapped function of a builtin or undefined,
// `binding(name)`, the object of a native half, and what `internal/builtins` asks about ids.
'use strict';

const { compile, binding, isPublic, publicId, publicIds, schemeOnlyIds, bootstrap, borrow } = internalBinding;
const cache = { __proto__: null };
const bindings = { __proto__: null };

// What was loaded, in Node's words: `process.moduleLoadList`.
const moduleLoadList = [];

function bindingOf(name) {
  return bindings[name] ?? makeBinding(name);
}

function makeBinding(name) {
  const made = bindings[name] = binding(name);
  moduleLoadList[moduleLoadList.length] = `Internal Binding ${name}`;
  return made;
}

// Under a browser's loop there is no global `process`; what builtins call so is a parameter there. The real object is made
// when one of them first asks it for something.
let standIn;
if (bootstrap !== 'bootstrap/node') {
  const real = () => requireBuiltin('internal/process/instance').process();
  standIn = new Proxy({ __proto__: null }, {
    __proto__: null,
    get: (_, key) => real()[key],
    set: (_, key, value) => {
      real()[key] = value;
      return true;
    },
    has: (_, key) => key in real(),
  });
}

// Builtins that are another file under a browser's loop: events travel through a tree there, and clocks are coarse.
const twins = standIn === undefined ? undefined : {
  '__proto__': null,
  'internal/perf/clock': 'web/window/clock',
  'web/event': 'web/dom/event',
  'web/event_target': 'web/dom/event_target',
};

function requireBuiltin(id) {
  const cached = cache[id];
  if (cached !== undefined) return cached.exports;
  const twin = twins?.[id];
  if (twin !== undefined) {
    requireBuiltin(twin);
    return (cache[id] = cache[twin]).exports;
  }
  // In a frame (web/dom/realm): what it has together with its page.
  const borrowed = borrow?.(id);
  if (borrowed !== undefined) return (cache[id] = { __proto__: null, exports: borrowed }).exports;
  const body = compile(id);
  if (body === undefined) throw new Error(`No such builtin: ${id}`);
  const module = { exports: {}, id, loaded: false };
  cache[id] = module;
  bindings.builtins.loads++;
  moduleLoadList[moduleLoadList.length] = `NativeModule ${id}`;
  try {
    body(module.exports, requireBuiltin, module, bindingOf, primordials, standIn);
  } catch (error) {
    cache[id] = undefined;
    throw error;
  }
  module.loaded = true;
  return module.exports;
}

// What `internal/builtins` needs to know about this file's state.
bindings.builtins = {
  __proto__: null,
  isLoaded: (id) => cache[id] !== undefined,
  loads: 0, // How many have been: while it is the same, no other answer of `isLoaded` is.
  isPublic,
  moduleLoadList,
  publicId,
  publicIds,
  requireBuiltin,
  schemeOnlyIds,
};

module.exports = requireBuiltin(bootstrap);
