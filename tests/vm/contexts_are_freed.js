// @flags --expose-gc
// Contexts that nothing leads to are collected with their sandboxes, also those whose code holds the sandbox.
'use strict';
const vm = require('vm');

const sandboxes = [];

function make() {
  const sandbox = vm.createContext({ list: [] });
  vm.runInContext('list.push(() => list); var own = { sandbox: this };', sandbox);
  sandboxes.push(new WeakRef(sandbox));
}

let left = 50;
(function more() {
  make();
  if (--left > 0) return setImmediate(more);
  setImmediate(() => {
    gc();
    setImmediate(() => {
      gc();
      const alive = sandboxes.filter((ref) => ref.deref() !== undefined).length;
      // The last ones may still be somewhere on the stack.
      console.log(alive <= 5 ? 'freed' : `${alive} are alive`);
    });
  });
})();
