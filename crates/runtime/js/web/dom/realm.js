// A second window in the page: a global object with builtins of its own, of which those that are about the one loop, the language or
// the system are the page's.
//
// A frame has classes and objects of its own for what it sees of windows, documents, messages, requests and its clocks. What else a
// page offers (streams, URLs, encodings, cryptography, blobs) it has together with the page.
'use strict';

const { RegExpPrototypeExec, SafeSet } = primordials;
const vm = internalBinding('vm');
const taskQueue = internalBinding('task_queue');
const modules = internalBinding('modules');
const builtins = internalBinding('builtins');

const OWN = /^(?:bootstrap\/|web\/(?:dom|fetch|window|worker)\/|web\/(?:cloneable_kinds|structured_clone|transferred_buffers)$|internal\/perf\/|internal\/modules\/(?:esm|host)$)/;
const SHARED = new SafeSet();
const shared = [
  'web/dom/slots', 'web/window/broadcast_groups', 'web/window/deadlines', 'web/window/event_loop', 'web/window/exit_code',
  'web/window/outside', 'web/window/running', 'web/window/uncloneable',
];
for (let i = 0; i < shared.length; i++) SHARED.add(shared[i]);

function borrow(id) {
  return SHARED.has(id) || RegExpPrototypeExec(OWN, id) === null ? builtins.requireBuiltin(id) : undefined;
}

// Gives the global object, and the function that loads its builtins.
function makeRealm() {
  const { 0: number, 1: ownPrimordials, 2: window, 3: context } = vm.createRealm();
  const bindings = {
    __proto__: null,
    modules: {
      __proto__: modules,
      evaluateScript: (code, url) => vm.evaluate(context, code, url, 1),
      compileModule: (url, filename, source, language) => modules.compileModule(url, filename, source, language, context),
    },
    task_queue: {
      __proto__: taskQueue,
      setUnhandledRejectionCallback: (callback) => vm.setUnhandledRejectionCallback(context, callback),
    },
  };
  const natives = {
    __proto__: null,
    ...builtins,
    bootstrap: 'bootstrap/frame',
    borrow,
    compile: (id) => vm.compileBuiltin(number, context, id),
    binding: (name) => bindings[name] ?? internalBinding(name),
  };
  const module = { __proto__: null, exports: {} };
  vm.compileBuiltin(number, context, 'bootstrap/loader')(module.exports, undefined, module, natives, ownPrimordials);
  return { __proto__: null, window, context, install: module.exports.install, require: module.exports.require };
}

module.exports = { makeRealm };
