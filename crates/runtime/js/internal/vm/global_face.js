// What scripts of a context get for `this` and `globalThis`: the sandbox, with the global object behind it.
//
// The global object itself has accessors for the properties of the sandbox (sandbox.js), which is what names in scripts are
// looked up in. Everything that looks at properties, descriptors or keys goes through the proxy made here, and sees the
// sandbox's own, as in Node. What the sandbox does not have, the global object may: the builtins of the language, and
// variables that scripts have declared.
'use strict';

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, ObjectCreate, ObjectGetOwnPropertyDescriptors, ObjectPrototypeHasOwnProperty, ReflectConstruct,
  ReflectDefineProperty, ReflectDeleteProperty, ReflectGet, ReflectGetOwnPropertyDescriptor, ReflectGetPrototypeOf, ReflectHas,
  ReflectOwnKeys, ReflectSet,
} = primordials;
const native = internalBinding('vm');
const { isProxy } = require('internal/util/types');

class FaceHandler {
  // `isDeclared(key)` tells of variables, which live in the global object and are copied to the sandbox; `link(key)` makes a
  // name of what is new in the sandbox.
  constructor(sandbox, context, globalObject, { isDeclared, link }) {
    this.sandbox = sandbox;
    this.context = context;
    this.globalObject = globalObject;
    this.isDeclared = isDeclared;
    this.link = link;
    this.face = undefined;
  }

  // The sandbox may contain itself, and scripts know it by its face.
  shown(value) {
    return value === this.sandbox ? this.face : value;
  }

  get(target, key) {
    const { sandbox, globalObject } = this;
    if (key === '__proto__') return ReflectGetPrototypeOf(globalObject);
    if (ReflectHas(sandbox, key) && !this.isDeclared(key)) return this.shown(ReflectGet(sandbox, key));
    return this.shown(ReflectGet(globalObject, key));
  }

  set(target, key, value) {
    const { sandbox, globalObject } = this;
    if (key === '__proto__') return this.setPrototypeOf(target, value);
    if (this.isDeclared(key)) ReflectSet(globalObject, key, value);
    if (!ReflectSet(sandbox, key, value)) return false;
    this.link(key);
    return true;
  }

  has(target, key) {
    return ReflectHas(this.sandbox, key) || ReflectHas(this.globalObject, key);
  }

  deleteProperty(target, key) {
    const { sandbox, globalObject } = this;
    if (ObjectPrototypeHasOwnProperty(sandbox, key) && !ReflectDeleteProperty(sandbox, key)) return false;
    ReflectDeleteProperty(target, key);
    return ReflectDeleteProperty(globalObject, key);
  }

  getOwnPropertyDescriptor(target, key) {
    const { sandbox, globalObject } = this;
    let descriptor = ReflectGetOwnPropertyDescriptor(sandbox, key);
    if (descriptor === undefined) {
      descriptor = ReflectGetOwnPropertyDescriptor(globalObject, key);
      if (descriptor === undefined) return undefined;
      if (!this.isDeclared(key) && descriptor.get !== undefined && !ReflectHas(sandbox, key)) return undefined;
    }
    if ('value' in descriptor) descriptor.value = this.shown(descriptor.value);
    // The engine holds a proxy to what its target has where it may not change.
    if (!descriptor.configurable) ReflectDefineProperty(target, key, descriptor);
    return descriptor;
  }

  defineProperty(target, key, descriptor) {
    const { sandbox, globalObject } = this;
    if (!ReflectDefineProperty(sandbox, key, descriptor)) return false;
    // A builtin of that name would hide it.
    const present = ReflectGetOwnPropertyDescriptor(globalObject, key);
    if (present !== undefined && present.get === undefined && present.configurable) ReflectDeleteProperty(globalObject, key);
    const own = ReflectGetOwnPropertyDescriptor(sandbox, key);
    if (own !== undefined && !own.configurable) ReflectDefineProperty(target, key, own);
    this.link(key);
    return true;
  }

  ownKeys(target) {
    const keys = ReflectOwnKeys(this.sandbox);
    const more = ReflectOwnKeys(this.globalObject);
    for (let i = 0; i < more.length; i++) {
      if (!ArrayPrototypeIncludes(keys, more[i])) ArrayPrototypePush(keys, more[i]);
    }
    // What may not go away on the target has to be among them.
    const fixed = ReflectOwnKeys(target);
    for (let i = 0; i < fixed.length; i++) {
      if (!ArrayPrototypeIncludes(keys, fixed[i])) ArrayPrototypePush(keys, fixed[i]);
    }
    return keys;
  }

  getPrototypeOf() {
    return ReflectGetPrototypeOf(this.globalObject);
  }

  setPrototypeOf(target, prototype) {
    if (prototype !== null && typeof prototype !== 'object' && typeof prototype !== 'function') return true;
    return native.setPrototype(this.context, withoutProxies(prototype));
  }

  preventExtensions() {
    return false;
  }
}

// The face of a context with a sandbox. Its class is that of the context, so that scripts run there.
function makeFace(sandbox, context, globalObject, names) {
  const handler = new FaceHandler(sandbox, context, globalObject, names);
  handler.face = ReflectConstruct(globalObject.Proxy, [new globalObject.Object(), handler]);
  return put(handler.face, context, globalObject);
}

// That of a context without one: the global object as it is, but for its prototype, which may be another.
function makePlainFace(context, globalObject) {
  // What the program has set, where the engine could not take it as it is.
  let wanted;
  const handler = {
    __proto__: null,
    setPrototypeOf(target, prototype) {
      const taken = withoutProxies(prototype);
      if (!native.setPrototype(context, taken)) return false;
      wanted = taken === prototype ? undefined : prototype;
      return true;
    },
    getPrototypeOf(target) { return wanted ?? ReflectGetPrototypeOf(target); },
    get(target, key, receiver) {
      if (wanted === undefined || ReflectHas(target, key)) return ReflectGet(target, key);
      return ReflectGet(wanted, key, receiver);
    },
    has(target, key) {
      return ReflectHas(target, key) || (wanted !== undefined && ReflectHas(wanted, key));
    },
  };
  return put(ReflectConstruct(globalObject.Proxy, [globalObject, handler]), context, globalObject);
}

// The engine allows no proxy among the prototypes of a global object. What stands before one is copied, and the chain goes on
// behind it; what the proxy would add is found through the face.
function withoutProxies(prototype) {
  const before = [];
  let at = prototype;
  let last;
  for (; at !== null; at = ReflectGetPrototypeOf(at)) {
    if (isProxy(at)) last = before.length;
    else ArrayPrototypePush(before, at);
  }
  if (last === undefined) return prototype;
  let copied = before[last] ?? null;
  for (let i = last - 1; i >= 0; i--) copied = ObjectCreate(copied, ObjectGetOwnPropertyDescriptors(before[i]));
  return copied;
}

function put(face, context, globalObject) {
  ReflectDefineProperty(globalObject, 'globalThis', { __proto__: null, value: face, writable: true, enumerable: false, configurable: true });
  return native.replaceGlobalThis(context, face) ? face : globalObject;
}

module.exports = { makeFace, makePlainFace };
