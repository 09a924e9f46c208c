// Async ids, and who hears of them: the one place through which every resource of JavaScript goes when it is made, called
// back and destroyed.
//
// Two readers. The hooks of async_hooks.createHook are called from here (`listener`, internal/async_hooks/hook); the record
// of causes is told as well, if somebody looks at that (internal/causes).
//
// Nothing is paid while nobody asks: schedulers test `hooks.enabled` and only then call emit*. Ids are
// handed out all the same, because a Timeout shows its id. Once enabled it stays so: going back in the
// middle of a callback would leave the stack of ids with an entry too many.
//
// `destroy` is told later, at the beginning of a check phase: never in the middle of the callback whose resource it is.
'use strict';

const { ReflectApply, Symbol } = primordials;
const { immediateInfo, HAS_DESTROYED } = internalBinding('timers');
const { loop, observed, values } = internalBinding('options');

const recordsCauses = values['--causes'] === true;

const hooks = {
  // The builtins of Node that a page brings along are none of its turns.
  enabled: (observed || recordsCauses) && (!loop.isWindow || loop.nodeGlobals),
  executionAsyncId: 1,
  triggerAsyncId: 0,
  executionAsyncResource: {},
  defaultTriggerAsyncId: undefined, // inside `withTrigger`
  lastAsyncId: 1,
  listener: undefined, // set by internal/async_hooks/hook
  // The mark of what the native side calls back.
  isNative: Symbol('native'),
  note: undefined, // internal/causes', if lints will look
  endJob: undefined, // internal/async_hooks/promises': the promise job before is over
  catchUp: undefined, // the same: tells what has happened
  // One number, 1 if ticks have to be told: the recorder's, while it is the only one to hear of them.
  hearsTicks: undefined,
  emitInit, emitBefore, emitAfter, emitDestroy, enterTick, endTick, enterRequest, tellDestroyed, clearStack, leaveMain, runInScope,
  enterScope: enter, leaveScope: leave, triggerOfNew, withTrigger,
};
module.exports = hooks;

const causes = observed ? require('internal/causes') : undefined;
if (causes !== undefined) {
  hooks.note = causes.note;
  if (!recordsCauses) hooks.hearsTicks = causes.hearsTicks;
}
const record = recordsCauses ? require('internal/errors/cause_record') : undefined;

// What to go back to, innermost last: execution id, trigger id, resource. It is as long as the deepest was; making it
// shorter would cost a call of the engine's for each callback.
const outer = [];
const STRIDE = 3;
let depth = 0;

// Ids that are to be told as destroyed.
let destroyed = [];
// A request that was called back for the only time. It is gone when its ticks have run, as native memory is.
let finished = 0;

function emitInit(asyncId, type, triggerAsyncId, resource) {
  if (causes !== undefined) causes.made(asyncId, type, triggerAsyncId, resource);
  if (record !== undefined) record.made(asyncId, type, triggerAsyncId, resource);
  if (hooks.listener !== undefined) hooks.listener.init(asyncId, type, triggerAsyncId, resource);
}

function enter(asyncId, triggerAsyncId, resource) {
  outer[depth] = hooks.executionAsyncId;
  outer[depth + 1] = hooks.triggerAsyncId;
  outer[depth + 2] = hooks.executionAsyncResource;
  depth += STRIDE;
  hooks.executionAsyncId = asyncId;
  hooks.triggerAsyncId = triggerAsyncId;
  hooks.executionAsyncResource = resource;
}

function leave() {
  if (depth === 0) return;
  depth -= STRIDE;
  hooks.executionAsyncResource = outer[depth + 2];
  hooks.triggerAsyncId = outer[depth + 1];
  hooks.executionAsyncId = outer[depth];
  // It is not to be kept alive from here.
  outer[depth + 2] = undefined;
}

function emitBefore(asyncId, triggerAsyncId, resource = {}) {
  enter(asyncId, triggerAsyncId, resource);
  if (causes !== undefined) causes.enter(asyncId);
  if (hooks.listener !== undefined) hooks.listener.before(asyncId);
}

function emitAfter(asyncId) {
  if (hooks.listener !== undefined) hooks.listener.after(asyncId);
  if (causes !== undefined) causes.leave(asyncId);
  leave();
}

// As emitBefore and emitDestroy, for ticks, which there are most of.
function enterTick(asyncId, triggerAsyncId, resource) {
  enter(asyncId, triggerAsyncId, resource);
  if (causes !== undefined) causes.enterTick(asyncId);
  if (hooks.listener !== undefined) hooks.listener.before(asyncId);
}

function endTick(asyncId) {
  if (causes !== undefined) causes.tickGone(asyncId);
  noteDestroyed(asyncId);
}

// As emitBefore, for a request that calls back once.
function enterRequest(asyncId, triggerAsyncId, resource) {
  releaseFinished();
  emitBefore(asyncId, triggerAsyncId, resource);
  finished = asyncId;
  immediateInfo[HAS_DESTROYED] = 1;
}

function releaseFinished() {
  if (finished === 0) return;
  const asyncId = finished;
  finished = 0;
  emitDestroy(asyncId);
}

function emitDestroy(asyncId) {
  if (causes !== undefined) causes.gone(asyncId);
  noteDestroyed(asyncId);
}

function noteDestroyed(asyncId) {
  if (hooks.listener === undefined || !hooks.listener.wantsDestroyed()) return;
  destroyed[destroyed.length] = asyncId;
  immediateInfo[HAS_DESTROYED] = 1;
}

// Called at the beginning of a check phase, and before `beforeExit`.
function tellDestroyed() {
  releaseFinished();
  // One that is told may destroy another.
  while (destroyed.length !== 0) {
    const ids = destroyed;
    destroyed = [];
    for (let i = 0; i < ids.length; i++) hooks.listener.destroy(ids[i]);
  }
  immediateInfo[HAS_DESTROYED] = 0;
}

// The id of what makes a new resource.
function triggerOfNew() {
  return hooks.defaultTriggerAsyncId ?? hooks.executionAsyncId;
}

// Calls `fn`; what that makes is made by the resource with this id.
function withTrigger(asyncId, fn, ...args) {
  if (!hooks.enabled || asyncId === undefined) return ReflectApply(fn, undefined, args);
  const outerId = hooks.defaultTriggerAsyncId;
  hooks.defaultTriggerAsyncId = asyncId;
  try {
    return ReflectApply(fn, undefined, args);
  } finally {
    hooks.defaultTriggerAsyncId = outerId;
  }
}

// For the handler of uncaught exceptions: the callbacks that were entered will not be left.
function clearStack() {
  while (depth !== 0) {
    if (hooks.enabled) emitAfter(hooks.executionAsyncId);
    else leave();
  }
  leaveMain();
}

// The main script has run: what has no resource of its own has no id from here on.
function leaveMain() {
  hooks.executionAsyncId = 0;
  hooks.triggerAsyncId = 0;
}

// Calls `fn` as a callback of the resource, with hooks or without.
function runInScope(asyncId, triggerAsyncId, resource, fn, thisArg, args) {
  if (hooks.enabled) emitBefore(asyncId, triggerAsyncId, resource);
  else enter(asyncId, triggerAsyncId, resource);
  try {
    return ReflectApply(fn, thisArg, args);
  } finally {
    if (hooks.enabled) emitAfter(asyncId);
    else leave();
  }
}
