// Storage: texts by their names, for the life of the program (`sessionStorage`) or in a file (`localStorage`, where the flag
// --localstorage-file names one).
//
// A Storage is a proxy, because its items are its properties. Keys are in the order of their UTF-16 bytes.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSort, Error, MapPrototypeForEach, MathTrunc, ObjectDefineProperty, Proxy,
  ReflectDefineProperty, ReflectDeleteProperty, ReflectGet, ReflectGetOwnPropertyDescriptor, ReflectHas, ReflectOwnKeys, ReflectSet,
  SafeMap, SafeWeakMap, StringPrototypeCharCodeAt, SymbolFor, TypeError,
} = primordials;

// Of names and texts together, two bytes a character.
const QUOTA_BYTES = 10 * 1024 * 1024;

const storeOf = new SafeWeakMap();

function Storage() {
  const error = new Error('Illegal constructor');
  error.code = 'ERR_ILLEGAL_CONSTRUCTOR';
  throw error;
}

const { prototype } = Storage;

function storeBehind(value) {
  const store = storeOf.get(value);
  if (store === undefined) throw new TypeError('Illegal invocation');
  return store;
}

function need(count, needed, method) {
  if (count >= needed) return;
  const error = new TypeError(`Failed to execute '${method}' on 'Storage': ${needed} argument${needed === 1 ? '' : 's'} required`);
  error.code = 'ERR_MISSING_ARGS';
  throw error;
}

// What is kept in memory. One in a file has the same members.
class Store {
  items = new SafeMap();
  bytes = 0;
  #sorted = undefined;

  // Before each use.
  refresh() {}

  // After each change.
  save() {}

  get size() {
    this.refresh();
    return this.items.size;
  }

  has(key) {
    this.refresh();
    return this.items.has(key);
  }

  get(key) {
    this.refresh();
    return this.items.get(key);
  }

  set(key, value) {
    this.refresh();
    const old = this.items.get(key);
    const bytes = this.bytes + (old === undefined ? key.length : -old.length) * 2 + value.length * 2;
    if (bytes > QUOTA_BYTES) {
      const { QuotaExceededError } = require('web/quota_exceeded_error');
      throw new QuotaExceededError('Setting the value exceeded the quota');
    }
    this.replace(key, value);
    this.save();
  }

  delete(key) {
    this.refresh();
    const old = this.items.get(key);
    if (old === undefined) return;
    this.bytes -= (key.length + old.length) * 2;
    this.items.delete(key);
    this.#sorted = undefined;
    this.save();
  }

  clear() {
    this.refresh();
    this.forget();
    this.save();
  }

  keys() {
    this.refresh();
    if (this.#sorted === undefined) {
      const keys = [];
      MapPrototypeForEach(this.items, (value, key) => ArrayPrototypePush(keys, key));
      this.#sorted = ArrayPrototypeSort(keys, compareKeys);
    }
    return this.#sorted;
  }

  // Without looking at the quota or saving.
  replace(key, value) {
    const old = this.items.get(key);
    if (old === undefined) this.#sorted = undefined;
    this.bytes += (old === undefined ? key.length : -old.length) * 2 + value.length * 2;
    this.items.set(key, value);
  }

  forget() {
    this.items.clear();
    this.bytes = 0;
    this.#sorted = undefined;
  }
}

// By the bytes of their characters, the low one first.
function compareKeys(a, b) {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const left = StringPrototypeCharCodeAt(a, i);
    const right = StringPrototypeCharCodeAt(b, i);
    if (left !== right) return (left & 0xff) - (right & 0xff) || left - right;
  }
  return a.length - b.length;
}

const methods = {
  clear() {
    storeBehind(this).clear();
  },
  getItem(key) {
    const store = storeBehind(this);
    need(arguments.length, 1, 'getItem');
    return store.get(`${key}`) ?? null;
  },
  key(index) {
    const store = storeBehind(this);
    need(arguments.length, 1, 'key');
    const at = MathTrunc(+index) || 0;
    return at < 0 ? null : store.keys()[at] ?? null;
  },
  removeItem(key) {
    const store = storeBehind(this);
    need(arguments.length, 1, 'removeItem');
    store.delete(`${key}`);
  },
  setItem(key, value) {
    const store = storeBehind(this);
    need(arguments.length, 2, 'setItem');
    store.set(`${key}`, `${value}`);
  },
};

const names = ['clear', 'getItem', 'key', 'removeItem', 'setItem'];
ObjectDefineProperty(prototype, 'length', {
  __proto__: null, get() { return storeBehind(this).size; }, enumerable: true, configurable: true,
});
for (let i = 0; i < names.length; i++) {
  ObjectDefineProperty(prototype, names[i], {
    __proto__: null, value: methods[names[i]], writable: true, enumerable: true, configurable: true,
  });
}
// Node's order of names.
delete prototype.constructor;
ObjectDefineProperty(prototype, 'constructor', { __proto__: null, value: Storage, writable: true, enumerable: false, configurable: true });

// A name that is an item's unless the class has it.
const isItem = (key) => typeof key === 'string' && !(key in prototype);

const traps = {
  __proto__: null,
  get(target, key, receiver) {
    return isItem(key) ? storeBehind(target).get(key) : ReflectGet(target, key, receiver);
  },
  set(target, key, value) {
    if (typeof key === 'symbol') return ReflectSet(target, key, value, target);
    // Also under a name that the class has; only getItem finds it there.
    storeBehind(target).set(key, `${value}`);
    return true;
  },
  has(target, key) {
    return isItem(key) ? storeBehind(target).has(key) : ReflectHas(target, key);
  },
  deleteProperty(target, key) {
    if (!isItem(key)) return ReflectDeleteProperty(target, key);
    storeBehind(target).delete(key);
    return true;
  },
  defineProperty(target, key, descriptor) {
    if (!isItem(key)) return ReflectDefineProperty(target, key, descriptor);
    if ('value' in descriptor) storeBehind(target).set(key, `${descriptor.value}`);
    return true;
  },
  getOwnPropertyDescriptor(target, key) {
    const value = isItem(key) ? storeBehind(target).get(key) : undefined;
    return value === undefined ? ReflectGetOwnPropertyDescriptor(target, key) :
      { value, writable: true, enumerable: true, configurable: true };
  },
  ownKeys(target) {
    const keys = storeBehind(target).keys();
    const own = ReflectOwnKeys(target);
    const all = [];
    for (let i = 0; i < keys.length; i++) if (isItem(keys[i])) ArrayPrototypePush(all, keys[i]);
    for (let i = 0; i < own.length; i++) if (typeof own[i] === 'symbol' && own[i] !== kInspect) ArrayPrototypePush(all, own[i]);
    return all;
  },
};

const kInspect = SymbolFor('nodejs.util.inspect.custom');

function makeStorage(store) {
  const target = { __proto__: prototype };
  // Looking at the proxy would show what is behind it, which has no items.
  ObjectDefineProperty(target, kInspect, {
    __proto__: null,
    configurable: true,
    value(depth, options, inspect) {
      const items = {};
      const keys = store.keys();
      for (let i = 0; i < keys.length; i++) {
        if (isItem(keys[i])) {
          ObjectDefineProperty(items, keys[i], { __proto__: null, value: store.get(keys[i]), enumerable: true });
        }
      }
      return depth < 0 ? '[Storage]' : `Storage ${inspect(items, options)}`;
    },
  });
  const storage = new Proxy(target, traps);
  storeOf.set(target, store);
  storeOf.set(storage, store);
  return storage;
}

let session;
let local;

module.exports = {
  Storage,
  Store,
  get sessionStorage() {
    return session ??= makeStorage(new Store());
  },
  get localStorage() {
    const path = internalBinding('options').values['--localstorage-file'];
    if (path === undefined) {
      process.emitWarning('localStorage is not available because --localstorage-file was not provided.', 'ExperimentalWarning');
      return undefined;
    }
    const { FileStore } = require('web/storage_file');
    return local ??= makeStorage(new FileStore(path));
  },
};
