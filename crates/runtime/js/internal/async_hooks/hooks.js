// Async ids, and who hears of them: the one place through which every resource of JavaScript goes when it is made, called
// back and destroyed.
//
// Two readers. The hooks of async_hooks.createHook are called from here (`listener`, internal/async_hooks/hook); the record
// of causes is told as well, if somebody looks at that (internal/causes).
//
// Nothing is paid while nobody asks: schedulers test `hooks.enabled` and only then tell what is made and what is gone, and
// `hooks.entering` before they tell of callbacks. Ids are handed out all the same, because a Timeout shows its id. Once a
// program has asked it stays so: going back in the middle of a callback would leave the stack of ids with an entry too many.
// The one who may come and go is whoever looks at a program that is --traceable, between two callbacks (`hear`).
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
  entering: false, // set below
  executionAsyncId: 1,
  triggerAsyncId: 0,
  executionAsyncResource: {},
  defaultTriggerAsyncId: undefined, // inside `withTrigger`
  lastAsyncId: 1,
  listener: undefined, // set by internal/async_hooks/hook
  // The mark of what the native side calls back.
  isNative: Symbol('native'),
  note: undefined, // internal/causes', if lints will look
  sent: undefined, received: undefined, // the same, if somebody wants to know of connections
  endJob: undefined, // internal/async_hooks/promises': the promise job before is over
  catchUp: undefined, // the same: tells what has happened
  emitInit, emitBefore, emitAfter, emitDestroy, enterNative, leaveNative, enterTick, endTick, leaveTick, enterRequest, tellDestroyed,
  clearStack, leaveMain, runInScope, hear,
  enterScope: enter, leaveScope: leave, triggerOfNew, withTrigger,
};
module.exports = hooks;

const causes = observed ? require('internal/causes') : undefined;
if (causes !== undefined) {
  hooks.note = causes.note;
  hooks.sent = causes.sent;
  hooks.received = causes.received;
}
hear(causes === undefined || causes.isWanted);
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

// As emitBefore and emitAfter, for what the loop calls back. Whatever runs inside another is none of the loop's turns.
function enterNative(asyncId, triggerAsyncId, resource) {
  enter(asyncId, triggerAsyncId, resource);
  if (causes !== undefined) {
    if (depth > STRIDE) causes.enterInner(asyncId);
    else causes.enterNative(asyncId);
  }
  if (hooks.listener !== undefined) hooks.listener.before(asyncId);
}

function leaveNative(asyncId) {
  if (hooks.listener !== undefined) hooks.listener.after(asyncId);
  if (causes !== undefined) {
    if (depth > STRIDE) causes.leaveInner(asyncId);
    else causes.leaveNative(asyncId);
  }
  leave();
}

// As emitBefore, emitDestroy and emitAfter, for ticks, which there are most of.
function enterTick(asyncId, triggerAsyncId, resource) {
  enter(asyncId, triggerAsyncId, resource);
  if (causes !== undefined) causes.enterTick(asyncId);
  if (hooks.listener !== undefined) hooks.listener.before(asyncId);
}

function endTick(asyncId) {
  if (causes !== undefined) causes.tickGone(asyncId);
  noteDestroyed(asyncId);
}

// After the last tick there is, promise jobs come next.
function leaveTick(asyncId, isLast) {
  if (hooks.listener !== undefined) hooks.listener.after(asyncId);
  if (causes !== undefined) {
    if (isLast) causes.leaveLast(asyncId);
    else causes.leave(asyncId);
  }
  leave();
}

// As enterNative, for a request that calls back once.
function enterRequest(asyncId, triggerAsyncId, resource) {
  releaseFinished();
  if (hooks.entering) enterNative(asyncId, triggerAsyncId, resource);
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
    if (hooks.entering) emitAfter(hooks.executionAsyncId);
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
  if (hooks.entering) emitBefore(asyncId, triggerAsyncId, resource);
  else enter(asyncId, triggerAsyncId, resource);
  try {
    return ReflectApply(fn, thisArg, args);
  } finally {
    if (hooks.entering) emitAfter(asyncId);
    else leave();
  }
}

// Whether the record of causes is to be told of callbacks: somebody looks at it.
function hear(isWanted) {
  const entering = hooks.enabled && (isWanted || recordsCauses || hooks.listener !== undefined);
  // A property that is never written is a constant to the engine's compiler.
  if (hooks.entering !== entering) hooks.entering = entering;
}
