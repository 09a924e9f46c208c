// AsyncResource: lets a program make callbacks of its own belong to the place
// where they were registered.
'use strict';

const {
  ArrayPrototypeUnshift,
  FunctionPrototypeBind,
  NumberIsSafeInteger,
  ObjectDefineProperty,
  ReflectApply,
  Symbol,
} = primordials;

const { codes: { ERR_ASYNC_TYPE, ERR_INVALID_ASYNC_ID } } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');

const kFrame = Symbol('context_frame');
const kAsyncId = Symbol('async_id_symbol');
const kTriggerAsyncId = Symbol('trigger_async_id_symbol');
const kDestroyed = Symbol('destroyed');
// An option of builtins: the function that will be called, for the record of causes.
const kCallback = Symbol('callback');

class AsyncResource {
  constructor(type, options = { __proto__: null }) {
    validateString(type, 'type');
    let triggerAsyncId = options;
    let requireManualDestroy = false;
    if (typeof options !== 'number') {
      triggerAsyncId = options.triggerAsyncId === undefined ? hooks.triggerOfNew() : options.triggerAsyncId;
      requireManualDestroy = !!options.requireManualDestroy;
      if (options[kCallback] !== undefined) this.callback = options[kCallback];
    }
    if (!NumberIsSafeInteger(triggerAsyncId) || triggerAsyncId < -1) {
      throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', triggerAsyncId);
    }
    this[kFrame] = context.current;
    this[kAsyncId] = ++hooks.lastAsyncId;
    this[kTriggerAsyncId] = triggerAsyncId;
    if (hooks.enabled) {
      if (type.length === 0) throw new ERR_ASYNC_TYPE(type);
      hooks.emitInit(this[kAsyncId], type, triggerAsyncId, this);
      if (!requireManualDestroy) destroyWhenCollected(this);
    }
  }

  runInAsyncScope(fn, thisArg, ...args) {
    const outer = context.current;
    context.current = this[kFrame];
    try {
      return hooks.runInScope(this[kAsyncId], this[kTriggerAsyncId], this, fn, thisArg, args);
    } finally {
      context.current = outer;
    }
  }

  emitDestroy() {
    if (this[kDestroyed] !== undefined) this[kDestroyed].value = true;
    if (hooks.enabled) hooks.emitDestroy(this[kAsyncId]);
    return this;
  }

  asyncId() {
    return this[kAsyncId];
  }

  triggerAsyncId() {
    return this[kTriggerAsyncId];
  }

  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    let bound;
    if (thisArg === undefined) {
      const resource = this;
      bound = function(...args) {
        ArrayPrototypeUnshift(args, fn, this);
        return ReflectApply(resource.runInAsyncScope, resource, args);
      };
    } else {
      bound = FunctionPrototypeBind(this.runInAsyncScope, this, fn, thisArg);
    }
    ObjectDefineProperty(bound, 'length', {
      __proto__: null, configurable: true, enumerable: false, value: fn.length, writable: false,
    });
    return bound;
  }

  static bind(fn, type, thisArg) {
    type ||= fn.name;
    return new AsyncResource(type || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

let registry;

function destroyWhenCollected(resource) {
  if (registry === undefined) {
    const { FinalizationRegistry } = require('internal/engine_tasks');
    registry = new FinalizationRegistry(({ asyncId, destroyed }) => {
      if (!destroyed.value && hooks.enabled) hooks.emitDestroy(asyncId);
    });
  }
  const destroyed = { value: false };
  ObjectDefineProperty(resource, kDestroyed, { __proto__: null, value: destroyed });
  primordials.FinalizationRegistryPrototypeRegister(registry, resource, { asyncId: resource[kAsyncId], destroyed });
}

module.exports = { AsyncResource, kCallback };
