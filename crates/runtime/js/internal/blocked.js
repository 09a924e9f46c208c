// --warn-blocked: announces each callback with the place it was scheduled at.
//
// It listens where async_hooks listens, beside whatever hooks a program enables, so that nothing is paid
// when the option is not given.
'use strict';

const { ObjectDefineProperty, SafeMap } = primordials;
const { beginCallback, endCallback } = internalBinding('blocked');
const hooks = require('internal/async_hooks/hooks');
const { captureRaw } = require('internal/errors/stack');

// Enough to find a frame of the program behind those of timers and hooks.
const STACK_FRAMES = 16;

const KINDS = {
  __proto__: null,
  Timeout: 'a timer callback',
  Immediate: 'a setImmediate callback',
  TickObject: 'a process.nextTick callback',
};

// By async id: [kind, the engine's stack]. Forgotten when the resource is destroyed.
const scheduled = new SafeMap();

function kindOf(type, resource) {
  if (type === 'Timeout') return resource?._repeat ? 'a setInterval callback' : 'a setTimeout callback';
  return KINDS[type] ?? `a ${type} callback`;
}

const watcher = {
  __proto__: null,
  init(asyncId, type, triggerAsyncId, resource) {
    scheduled.set(asyncId, [kindOf(type, resource), captureRaw(STACK_FRAMES, watcher.init)]);
  },
  before(asyncId) {
    const known = scheduled.get(asyncId);
    if (known !== undefined) beginCallback(known[0], known[1]);
  },
  after() {
    endCallback();
  },
  destroy(asyncId) {
    scheduled.delete(asyncId);
  },
};

function install() {
  let listener = hooks.listener;
  const both = {
    __proto__: null,
    init(asyncId, type, triggerAsyncId, resource) {
      watcher.init(asyncId, type, triggerAsyncId, resource);
      listener.init(asyncId, type, triggerAsyncId, resource);
    },
    before(asyncId) {
      listener.before(asyncId);
      watcher.before(asyncId);
    },
    after(asyncId) {
      watcher.after();
      listener.after(asyncId);
    },
    destroy(asyncId) {
      watcher.destroy(asyncId);
      listener.destroy(asyncId);
    },
  };
  ObjectDefineProperty(hooks, 'listener', {
    __proto__: null, configurable: true, enumerable: true, get: () => both, set(value) { listener = value; },
  });
  hooks.enabled = true;
}

module.exports = { install };
