// Explicit resource management: what `using` declarations compile to, and the classes that go with them.
//
// The engine has neither the declarations nor the classes. `Resources` is one block's stack of things to dispose
// of; it also keeps the error the block ended with, because one more may come with every disposal.
'use strict';

const {
  ArrayPrototypePop, ArrayPrototypePush, Error, FunctionPrototypeCall, ObjectDefineProperty, PromiseReject,
  PromiseResolve, ReferenceError, SymbolAsyncDispose, SymbolDispose, SymbolToStringTag, TypeError,
} = primordials;

class SuppressedError extends Error {
  constructor(error, suppressed, message) {
    super();
    delete this.message;
    if (message !== undefined) hide(this, 'message', `${message}`);
    hide(this, 'error', error);
    hide(this, 'suppressed', suppressed);
  }
}
hide(SuppressedError.prototype, 'name', 'SuppressedError');
hide(SuppressedError.prototype, 'message', '');

function hide(object, key, value) {
  ObjectDefineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

function disposerOf(value, key) {
  const method = value[key];
  if (method === undefined || method === null) return undefined;
  if (typeof method !== 'function') throw new TypeError('Symbol.dispose is not a function');
  return () => FunctionPrototypeCall(method, value);
}

function syncDisposer(value) {
  if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError('A resource must be an object');
  const disposer = disposerOf(value, SymbolDispose);
  if (disposer === undefined) throw new TypeError('Symbol.dispose is not a function');
  return disposer;
}

// A resource with only Symbol.dispose is disposed of at once, and its result is not waited for.
function asyncDisposer(value) {
  if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError('A resource must be an object');
  const disposer = disposerOf(value, SymbolAsyncDispose);
  if (disposer !== undefined) return disposer;
  const sync = syncDisposer(value);
  return () => { sync(); };
}

class Resources {
  constructor() {
    this.disposers = [];
    this.failed = false;
    this.error = undefined;
  }

  use(value) {
    if (value !== null && value !== undefined) ArrayPrototypePush(this.disposers, syncDisposer(value));
    return value;
  }

  // Nothing to dispose of is still something to wait for.
  useAsync(value) {
    const none = value === null || value === undefined;
    ArrayPrototypePush(this.disposers, none ? () => {} : asyncDisposer(value));
    return value;
  }

  fail(error) {
    this.error = this.failed ? new SuppressedError(error, this.error, 'An error was suppressed during disposal') : error;
    this.failed = true;
  }

  end() {
    const { disposers } = this;
    while (disposers.length > 0) {
      try {
        ArrayPrototypePop(disposers)();
      } catch (error) {
        this.fail(error);
      }
    }
    if (this.failed) throw this.error;
  }

  async endAsync() {
    const { disposers } = this;
    while (disposers.length > 0) {
      try {
        await ArrayPrototypePop(disposers)();
      } catch (error) {
        this.fail(error);
      }
    }
    if (this.failed) throw this.error;
  }
}

function requireOpen(resources) {
  if (resources === undefined) throw new ReferenceError('Cannot add values to a disposed stack!');
}

class DisposableStack {
  #resources = new Resources();

  get disposed() {
    return this.#resources === undefined;
  }

  dispose() {
    const resources = this.#resources;
    this.#resources = undefined;
    resources?.end();
  }

  use(value) {
    requireOpen(this.#resources);
    return this.#resources.use(value);
  }

  adopt(value, onDispose) {
    requireOpen(this.#resources);
    if (typeof onDispose !== 'function') throw new TypeError('onDispose is not a function');
    ArrayPrototypePush(this.#resources.disposers, () => onDispose(value));
    return value;
  }

  defer(onDispose) {
    requireOpen(this.#resources);
    if (typeof onDispose !== 'function') throw new TypeError('onDispose is not a function');
    ArrayPrototypePush(this.#resources.disposers, () => onDispose());
  }

  move() {
    requireOpen(this.#resources);
    const moved = new DisposableStack();
    moved.#resources = this.#resources;
    this.#resources = undefined;
    return moved;
  }
}
hide(DisposableStack.prototype, SymbolDispose, DisposableStack.prototype.dispose);

class AsyncDisposableStack {
  #resources = new Resources();

  get disposed() {
    return this.#resources === undefined;
  }

  disposeAsync() {
    if (this === undefined || this === null || !(#resources in this)) {
      return PromiseReject(new TypeError('Receiver is not an AsyncDisposableStack'));
    }
    const resources = this.#resources;
    this.#resources = undefined;
    return resources === undefined ? PromiseResolve() : resources.endAsync();
  }

  use(value) {
    requireOpen(this.#resources);
    return this.#resources.useAsync(value);
  }

  adopt(value, onDispose) {
    requireOpen(this.#resources);
    if (typeof onDispose !== 'function') throw new TypeError('onDisposeAsync is not a function');
    ArrayPrototypePush(this.#resources.disposers, () => onDispose(value));
    return value;
  }

  defer(onDispose) {
    requireOpen(this.#resources);
    if (typeof onDispose !== 'function') throw new TypeError('onDisposeAsync is not a function');
    ArrayPrototypePush(this.#resources.disposers, () => onDispose());
  }

  move() {
    requireOpen(this.#resources);
    const moved = new AsyncDisposableStack();
    moved.#resources = this.#resources;
    this.#resources = undefined;
    return moved;
  }
}
hide(AsyncDisposableStack.prototype, SymbolAsyncDispose, AsyncDisposableStack.prototype.disposeAsync);

for (const Class of [DisposableStack, AsyncDisposableStack]) {
  ObjectDefineProperty(Class.prototype, SymbolToStringTag, { __proto__: null, value: Class.name, configurable: true });
}

function makeResources() {
  return new Resources();
}

module.exports = { AsyncDisposableStack, DisposableStack, SuppressedError, makeResources };
