// The turn log (--turn-log): tells which timer, immediate, tick or task of a page runs.
//
// Whoever schedules something keeps `mark()` beside it and gives it to `begin` when its turn comes:
//
//   const made = turns.enabled ? turns.mark() : undefined;
//   …
//   if (turns.enabled) turns.begin('timer', { ms: 4 }, made);
//   try { callback(); } finally { if (turns.enabled) turns.end(); }
//
// Drains of microtasks and the phases of the loop are told by the native side. In Node's loops nobody has to
// call: `install` listens where async_hooks listens, beside whatever hooks a program enables.
'use strict';

const { JSONStringify, ObjectDefineProperty, SafeMap } = primordials;
const binding = internalBinding('turns');

// Enough to find a frame of the program behind those of builtins.
const STACK_FRAMES = 16;

const turns = { enabled: binding.enabled, mark, begin, end, install };

// Who schedules: the turn that runs, and where in it.
function mark() {
  const { captureRaw } = require('internal/errors/stack');
  return { __proto__: null, turn: binding.current(), stack: captureRaw(STACK_FRAMES, mark) };
}

function begin(kind, detail, made) {
  const text = detail === undefined ? undefined : JSONStringify(detail);
  binding.begin(kind, text, made?.turn, made?.stack);
}

function end() {
  binding.end();
}

const kinds = {
  __proto__: null,
  Timeout: (timer) => ({ kind: 'timer', detail: { __proto__: null, ms: timer._idleTimeout, repeats: timer._repeat !== null } }),
  Immediate: () => ({ kind: 'immediate', detail: undefined }),
  TickObject: () => ({ kind: 'tick', detail: undefined }),
  Microtask: () => ({ kind: 'microtask', detail: undefined }),
};

function install() {
  // By async id: what it will be, and who scheduled it. An interval stays, anything else goes when it is destroyed.
  const scheduled = new SafeMap();
  const entered = [];
  let listener;
  const watcher = {
    __proto__: null,
    init(asyncId, type, triggerAsyncId, resource) {
      const describe = kinds[type];
      if (describe !== undefined) scheduled.set(asyncId, { __proto__: null, ...describe(resource), made: mark() });
      listener.init(asyncId, type, triggerAsyncId, resource);
    },
    before(asyncId) {
      const turn = scheduled.get(asyncId);
      if (turn !== undefined) {
        entered[entered.length] = asyncId;
        begin(turn.kind, turn.detail, turn.made);
      }
      listener.before(asyncId);
    },
    after(asyncId) {
      listener.after(asyncId);
      if (entered.length !== 0 && entered[entered.length - 1] === asyncId) {
        entered.length--;
        end();
      }
    },
    destroy(asyncId) {
      scheduled.delete(asyncId);
      listener.destroy(asyncId);
    },
  };
  const hooks = require('internal/async_hooks/hooks');
  listener = hooks.listener;
  ObjectDefineProperty(hooks, 'listener', {
    __proto__: null, configurable: true, enumerable: true, get: () => watcher, set(value) { listener = value; },
  });
  hooks.enabled = true;
}

module.exports = turns;
