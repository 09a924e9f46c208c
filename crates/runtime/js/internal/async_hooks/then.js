// What stands behind Promise.prototype.then while promises carry something along: layers, each of which calls the one below
// with callbacks of its own around those it was given. Programs that need none keep the engine's own `then`.
'use strict';

const { ObjectDefineProperty, Promise, PromisePrototypeThen } = primordials;

let outermost = PromisePrototypeThen;

// `makeLayer` is given a function of a promise and two callbacks, and gives one.
function addThenLayer(makeLayer) {
  const isFirst = outermost === PromisePrototypeThen;
  outermost = makeLayer(outermost);
  if (!isFirst) return;
  const holder = {
    then(onFulfilled, onRejected) {
      return outermost(this, onFulfilled, onRejected);
    },
  };
  ObjectDefineProperty(Promise.prototype, 'then', {
    __proto__: null, value: holder.then, writable: true, enumerable: false, configurable: true,
  });
}

module.exports = { addThenLayer };
