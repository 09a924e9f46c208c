// AsyncLocalStorage: a value that follows the program's asynchronous calls.
'use strict';

const { ReflectApply, SymbolDispose } = primordials;

const { validateObject } = require('internal/validators');
const context = require('internal/async_hooks/context');
const frames = require('internal/async_hooks/frame');

class AsyncLocalStorage {
  #defaultValue;
  #name = '';

  constructor(options = { __proto__: null }) {
    validateObject(options, 'options');
    this.#defaultValue = options.defaultValue;
    if (options.name !== undefined) this.#name = `${options.name}`;
  }

  get name() {
    return this.#name;
  }

  static bind(fn) {
    const { AsyncResource } = require('internal/async_hooks/resource');
    return AsyncResource.bind(fn);
  }

  // A function that runs others in the context of now.
  static snapshot() {
    return AsyncLocalStorage.bind((callback, ...args) => ReflectApply(callback, undefined, args));
  }

  disable() {
    frames.disable(this);
  }

  enterWith(data) {
    frames.enter(this, data);
  }

  run(data, fn, ...args) {
    const outer = context.current;
    frames.enter(this, data);
    try {
      return ReflectApply(fn, undefined, args);
    } finally {
      context.current = outer;
    }
  }

  exit(fn, ...args) {
    const outer = context.current;
    frames.enter(this, undefined);
    try {
      return ReflectApply(fn, undefined, args);
    } finally {
      context.current = outer;
    }
  }

  getStore() {
    return frames.has(this) ? frames.get(this) : this.#defaultValue;
  }

  // For `using`: the value holds until the scope is left.
  withScope(data) {
    return new RunScope(this, data);
  }
}

class RunScope {
  #outer = context.current;
  #left = false;

  constructor(storage, data) {
    frames.enter(storage, data);
  }

  dispose() {
    if (this.#left) return;
    this.#left = true;
    context.current = this.#outer;
  }

  [SymbolDispose]() {
    this.dispose();
  }
}

module.exports = { AsyncLocalStorage };
