// process.finalization: callbacks for objects that are still there when the process ends.
'use strict';

const { ArrayPrototypeFilter, ArrayPrototypePush, ArrayPrototypeSlice, FinalizationRegistry, SafeWeakRef } = primordials;

// { event, ref, callback }, in the order of registration.
let entries = [];
const listening = { __proto__: null, exit: false, beforeExit: false };
// Forgets what is registered for an object that nobody has any more.
const registry = new FinalizationRegistry((entry) => {
  entries = ArrayPrototypeFilter(entries, (other) => other !== entry);
});

function add(ref, callback, event) {
  require('internal/validators').validateObject(ref, 'obj');
  const entry = { __proto__: null, event, ref: new SafeWeakRef(ref), callback };
  ArrayPrototypePush(entries, entry);
  registry.register(ref, entry, ref);
  if (listening[event]) return;
  listening[event] = true;
  process.on(event, () => run(event));
}

function run(event) {
  const due = ArrayPrototypeSlice(entries);
  for (let i = 0; i < due.length; i++) {
    if (due[i].event !== event) continue;
    const object = due[i].ref.deref();
    if (object !== undefined) due[i].callback(object, event);
  }
}

function unregister(ref) {
  entries = ArrayPrototypeFilter(entries, (entry) => entry.ref.deref() !== ref);
  registry.unregister(ref);
}

const warned = { __proto__: null };

function warn(name) {
  if (warned[name]) return;
  warned[name] = true;
  process.emitWarning(`process.finalization.${name} is an experimental feature and might change at any time`, 'ExperimentalWarning');
}

module.exports = {
  register(obj, fn) {
    warn('register');
    add(obj, fn, 'exit');
  },
  registerBeforeExit(obj, fn) {
    warn('registerBeforeExit');
    add(obj, fn, 'beforeExit');
  },
  unregister(obj) {
    warn('unregister');
    unregister(obj);
  },
};
