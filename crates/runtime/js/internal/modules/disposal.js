// What `using` declarations compile to: the engine has the classes of explicit resource management, not the syntax.
//
// `Resources` is one block's stack of things to dispose of; it also keeps the error the block ended with, because
// one more may come with every disposal.
'use strict';

const {
  ArrayPrototypePop, ArrayPrototypePush, FunctionPrototypeCall, SymbolAsyncDispose, SymbolDispose, TypeError, globalThis,
} = primordials;
const { SuppressedError } = globalThis;

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

function makeResources() {
  return new Resources();
}

module.exports = { makeResources };
