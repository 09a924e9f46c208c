// What a public module offers and loads when it is first used.
//
// A function is a plain property from the start, as Node's is, and goes on to the real one when it is called: programs
// replace functions and spy on them, and ask for the property's descriptor to do so. A class, which is compared and
// extended, or an object is an accessor until it is first read or written.
'use strict';

const { ObjectDefineProperty, ObjectKeys, ReflectApply, ReflectConstruct, SafeWeakMap } = primordials;

// What shows and replaces properties takes these for the values they stand for.
const getters = new SafeWeakMap();

function isLazy(get) {
  return getters.has(get);
}

function settle(target, name, value, enumerable) {
  ObjectDefineProperty(target, name, { __proto__: null, value, writable: true, enumerable, configurable: true });
  return value;
}

// `lengths` has the functions' names and how many parameters each tells of.
function lazyFunctions(target, id, lengths) {
  const names = ObjectKeys(lengths);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    let real;
    const method = {
      [name]: function(...args) {
        real ??= require(id)[name];
        return new.target === undefined ? ReflectApply(real, this, args) : ReflectConstruct(real, args);
      },
    }[name];
    ObjectDefineProperty(method, 'length', { __proto__: null, value: lengths[name], configurable: true });
    target[name] = method;
  }
}

function lazyValue(target, name, read, enumerable = true) {
  const get = () => settle(target, name, read(), enumerable);
  getters.set(get, true);
  ObjectDefineProperty(target, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get,
    // On what inherits from the target, an assignment makes a property of its own, as a plain one would.
    set(value) { settle(this, name, value, enumerable); },
  });
}

// Members of the builtin `id` under their own names.
function lazyValues(target, id, names) {
  for (let i = 0; i < names.length; i++) lazyValue(target, names[i], () => require(id)[names[i]]);
}

module.exports = { isLazy, lazyFunctions, lazyValue, lazyValues };
