// Module namespace objects.
//
// Every module has an `environment`: a plain object with one property per exported name, which importing code
// reads directly. What programs see as `import * as ns` is a proxy in front of it, made when first needed, that
// behaves as a namespace must: keys sorted, values live, writable by its descriptors but never by assignment,
// not extensible.
'use strict';

const {
  ArrayPrototypeSort, ObjectCreate, ObjectDefineProperty, ObjectIs, ObjectPreventExtensions, Proxy,
  ReflectGetOwnPropertyDescriptor, ReflectHas, ReflectOwnKeys, SafeWeakMap, SymbolToStringTag,
} = primordials;

// From a namespace to its environment.
const environments = new SafeWeakMap();

function isModuleNamespace(value) {
  return typeof value === 'object' && value !== null && environments.has(value);
}

// The proxy's target holds the keys, so that the engine's own checks of a proxy's answers agree; its values are
// brought up to date when somebody asks for a descriptor.
class NamespaceHandler {
  environment;
  names;

  constructor(environment, names) {
    this.environment = environment;
    this.names = names;
  }

  get(target, key) {
    if (typeof key === 'symbol') return key === SymbolToStringTag ? 'Module' : undefined;
    return this.environment[key];
  }

  getOwnPropertyDescriptor(target, key) {
    const descriptor = ReflectGetOwnPropertyDescriptor(target, key);
    if (descriptor === undefined || typeof key === 'symbol') return descriptor;
    descriptor.value = this.environment[key];
    ObjectDefineProperty(target, key, descriptor);
    return descriptor;
  }

  set() {
    return false;
  }

  defineProperty(target, key, wanted) {
    const current = this.getOwnPropertyDescriptor(target, key);
    if (current === undefined) return false;
    if (wanted.configurable === true || wanted.enumerable === (typeof key === 'symbol')) return false;
    if ('get' in wanted || 'set' in wanted) return false;
    if (wanted.writable === (typeof key === 'symbol')) return false;
    return 'value' in wanted ? ObjectIs(wanted.value, current.value) : true;
  }

  deleteProperty(target, key) {
    return !ReflectHas(target, key);
  }

  ownKeys(target) {
    return ReflectOwnKeys(target);
  }

  setPrototypeOf(target, prototype) {
    return prototype === null;
  }
}

// A namespace over an environment that already has all its properties.
function makeNamespace(environment) {
  const names = ArrayPrototypeSort(ReflectOwnKeys(environment));
  const target = ObjectCreate(null);
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(target, names[i], {
      __proto__: null, value: undefined, writable: true, enumerable: true, configurable: false,
    });
  }
  ObjectDefineProperty(target, SymbolToStringTag, {
    __proto__: null, value: 'Module', writable: false, enumerable: false, configurable: false,
  });
  ObjectPreventExtensions(target);
  const namespace = new Proxy(target, new NamespaceHandler(environment, names));
  environments.set(namespace, environment);
  return namespace;
}

module.exports = { makeNamespace, isModuleNamespace };
