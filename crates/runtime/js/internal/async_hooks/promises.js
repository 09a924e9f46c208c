// Promises as async_hooks sees them: resources of the type PROMISE, from the first enabled hook on.
//
// The engine tells nothing of promises, so those who make them and those who go on with them do:
//
// - `new Promise`: the code behind the constructor is exchanged (crates/jsc, promise_hooks.rs), which stays the object it is.
// - `Promise.resolve` and its kin run with a constructor of this file as their `this`, which makes promises the same way.
// - `then` is a layer of internal/async_hooks/then. Its callbacks are the reaction of the derived promise.
// - Async functions say when they begin and around every `await` (crates/source, async_context.rs). Which call of a function
//   that is, and what its promise is, is read from the engine's stack.
//
// No promise more is awaited than before, and none that the engine would not have made itself: what is put in the place of
// an awaited value is the promise that `await` would have made of it.
//
// The engine does not say when a job is over. One that goes on with an async function is over when the function awaits
// again, when the next job begins, or when there are no more (`endJob`). What an async function that has not awaited yet
// settles is told before the next thing that is told (`catchUp`).
'use strict';

const {
  ArrayPrototypeFilter, ArrayPrototypePush, ArrayPrototypeSlice, FunctionPrototypeCall, ObjectDefineProperty, ObjectGetPrototypeOf, Promise,
  PromiseWithResolvers, ReflectApply, ReflectConstruct, Symbol, SymbolAsyncIterator, SymbolSpecies, globalThis,
} = primordials;
const { hookConstructor, isSettled, learnSettler, runningBody, runningPromise, settledBy } = internalBinding('promise_hooks');
const { isPromise } = require('internal/util/types');
const hooks = require('internal/async_hooks/hooks');

// Shown by `util.inspect`, as in Node.
const kAsyncId = Symbol('async_id_symbol');
const kTriggerAsyncId = Symbol('trigger_async_id_symbol');
const kActivation = Symbol('activation');

// Somebody is told: the hooks of async_hooks, who give promises ids, or `watchers`.
let isTracking = false;
let tellsHooks = false;
let isInstalled = false;
// The hooks of v8.promiseHooks: { init, before, after, settled }. Replaced, never changed.
let watchers = [];
// The engine's own constructor, once `Promise` is ours.
let EnginePromise = Promise;

const nothing = () => {};

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

// What is known of a promise. Fields of a class can be put on any object, even on one that takes no properties.
class Itself {
  constructor(object) {
    return object;
  }
}

class PromiseRecord extends Itself {
  #record;

  constructor(promise, record) {
    super(promise);
    this.#record = record;
  }

  static of(promise) {
    return #record in promise ? promise.#record : undefined;
  }
}

// Knows a promise from here on. Nobody is told: it may be older than the hooks.
function track(promise, parent) {
  let record = PromiseRecord.of(promise);
  if (record === undefined) {
    record = { promise, asyncId: 0, triggerAsyncId: 0, isTold: false, isEntered: false, activation: undefined, awaited: undefined };
    new PromiseRecord(promise, record);
  }
  if (tellsHooks && record.asyncId === 0) giveIds(record, parent);
  return record;
}

function giveIds(record, parent) {
  // The parent's id is the lower one.
  record.triggerAsyncId = parent === undefined ? hooks.triggerOfNew() : track(parent).asyncId;
  record.asyncId = ++hooks.lastAsyncId;
  try {
    record.promise[kAsyncId] = record.asyncId;
    record.promise[kTriggerAsyncId] = record.triggerAsyncId;
  } catch {
    // It takes no properties.
  }
}

function announce(promise, parent) {
  const known = PromiseRecord.of(promise);
  if (known !== undefined) return known;
  catchUp();
  const record = track(promise, parent);
  if (watchers.length !== 0) watch('init', promise, parent);
  if (tellsHooks) {
    hooks.listener.init(record.asyncId, 'PROMISE', record.triggerAsyncId, promise);
    if (hooks.listener.wantsDestroyed()) destroyWhenCollected(promise, record.asyncId);
  }
  return record;
}

// An error of a watcher is nobody's to handle.
function watch(event, promise, parent) {
  const told = watchers;
  for (let i = 0; i < told.length; i++) {
    try {
      told[i][event]?.(promise, parent);
    } catch (error) {
      require('internal/process/uncaught').triggerUncaughtException(error);
    }
  }
}

let registry;

function destroyWhenCollected(promise, asyncId) {
  if (registry === undefined) {
    const { FinalizationRegistry } = require('internal/engine_tasks');
    registry = new FinalizationRegistry((id) => hooks.emitDestroy(id));
  }
  primordials.FinalizationRegistryPrototypeRegister(registry, promise, asyncId);
}

function tellSettled(record) {
  if (record.isTold) return;
  record.isTold = true;
  if (watchers.length !== 0) watch('settled', record.promise);
  if (tellsHooks && record.asyncId !== 0) hooks.listener.promiseResolve(record.asyncId);
}

// Async functions that have begun and not awaited yet, as far as is known.
let begun = [];

function catchUp() {
  for (let i = begun.length - 1; i >= 0; i--) {
    if (!isSettled(begun[i].promise)) continue;
    const { record } = begun[i];
    forget(i);
    tellSettled(record);
  }
}

function forget(at) {
  for (let i = at; i < begun.length - 1; i++) begun[i] = begun[i + 1];
  begun.length--;
}

// The job that goes on with an async function: the record of the `await`, and the function.
let job;

function endJob() {
  catchUp();
  begun = [];
  if (job === undefined) return;
  const { record, activation } = job;
  job = undefined;
  if (activation.record !== undefined && isSettled(activation.promise)) tellSettled(activation.record);
  tellSettled(record);
  leave(record);
}

function enter(record) {
  if (watchers.length !== 0) watch('before', record.promise);
  if (!tellsHooks || record.asyncId === 0) return;
  record.isEntered = true;
  hooks.enterScope(record.asyncId, record.triggerAsyncId, record.promise);
  hooks.listener.before(record.asyncId);
}

function leave(record) {
  catchUp();
  if (watchers.length !== 0) watch('after', record.promise);
  if (!record.isEntered) return;
  record.isEntered = false;
  if (tellsHooks) hooks.listener.after(record.asyncId);
  hooks.leaveScope();
}

// A reaction of the promise runs, so it is settled. Whoever has done that may not have told.
function noticeSettled(promise) {
  const record = PromiseRecord.of(promise);
  if (record === undefined || record.isTold) return;
  const waited = record.activation?.awaiting;
  if (waited === undefined) {
    tellSettled(record);
    return;
  }
  // An `await` was rejected in a function that does not catch: the job is over.
  record.activation.awaiting = undefined;
  enter(waited);
  tellSettled(record);
  tellSettled(waited);
  leave(waited);
}

// A thenable that a promise takes the state of: the job that calls its `then` is the promise's.
class Adopted {
  constructor(record, thenable, then) {
    this.then = (resolve, reject) => {
      endJob();
      enter(record);
      const settlers = makeSettlers(record, resolve, reject);
      try {
        FunctionPrototypeCall(then, thenable, settlers.resolve, settlers.reject);
      } catch (error) {
        settlers.reject(error);
      }
      leave(record);
    };
  }
}

// What a promise is to be resolved with in the place of a thenable; undefined for other values.
function adopt(record, value) {
  if (!isTracking || !isObject(value) || value === record.promise) return undefined;
  if (value instanceof Adopted) return value;
  let then;
  try {
    ({ then } = value);
  } catch {
    // The engine will find out.
    return undefined;
  }
  return typeof then === 'function' ? new Adopted(record, value, then) : undefined;
}

function makeSettlers(record, resolve, reject) {
  let isResolved = false;
  return {
    resolve: (value) => {
      if (isResolved) return;
      isResolved = true;
      const adopted = adopt(record, value);
      if (adopted === undefined) tellSettled(record);
      resolve(adopted ?? value);
    },
    reject: (reason) => {
      if (isResolved) return;
      isResolved = true;
      tellSettled(record);
      reject(reason);
    },
  };
}

// `new Promise(executor)`.
function construct(executor, newTarget) {
  if (!isTracking || typeof executor !== 'function') return ReflectConstruct(EnginePromise, [executor], newTarget);
  return make(executor, newTarget, undefined);
}

function make(executor, newTarget, parent) {
  let settleWith;
  const promise = ReflectConstruct(EnginePromise, [(...functions) => { settleWith = functions; }], newTarget);
  const record = announce(promise, parent);
  const settlers = makeSettlers(record, settleWith[0], settleWith[1]);
  const { resolve, reject } = settlers;
  try {
    executor(anonymous(resolve), anonymous(reject));
  } catch (error) {
    reject(error);
  }
  return promise;
}

// Functions that settle a promise have an empty name.
function anonymous(settle) {
  return (value) => settle(value);
}

// What runs in a job of `record`, with `callback` or with what the engine does where there is none.
function reaction(state, callback, otherwise) {
  return (value) => {
    const { record } = state;
    if (record === undefined) return typeof callback === 'function' ? callback(value) : otherwise(value);
    endJob();
    noticeSettled(state.parent);
    enter(record);
    let result;
    try {
      result = typeof callback === 'function' ? callback(value) : otherwise(value);
    } catch (error) {
      catchUp();
      tellSettled(record);
      leave(record);
      throw error;
    }
    catchUp();
    if (state.taker !== undefined) tellSettled(state.taker);
    const adopted = adopt(record, result);
    if (adopted === undefined) tellSettled(record);
    leave(record);
    return adopted ?? result;
  };
}

const fulfil = (value) => value;
const fail = (reason) => { throw reason; };

function hookThen(then) {
  return (promise, onFulfilled, onRejected) => {
    if (!isTracking || !isPromise(promise)) return then(promise, onFulfilled, onRejected);
    // The engine calls it to take over the state of what an async function has returned.
    const target = typeof onFulfilled === 'function' ? settledBy(onFulfilled) : undefined;
    const taker = target === undefined ? undefined : PromiseRecord.of(target);
    if (taker !== undefined) {
      endJob();
      enter(taker);
    }
    track(promise);
    const state = { parent: promise, record: undefined, taker };
    const derived = then(promise, reaction(state, onFulfilled, fulfil), reaction(state, onRejected, fail));
    if (isPromise(derived)) state.record = announce(derived, promise);
    if (taker !== undefined) leave(taker);
    return derived;
  };
}

// The constructor that functions of Promise are given in its place. What it makes are promises of Promise's.
const Maker = function(executor) {
  return construct(executor, Promise);
};
ObjectDefineProperty(Maker, 'resolve', { __proto__: null, get: () => Promise.resolve });

function isMaker(constructor) {
  return isTracking && (constructor === Promise || constructor === Maker);
}

function resolved(value) {
  if (isPromise(value) && value.constructor === Promise) return value;
  return make((resolve) => resolve(value), Promise, undefined);
}

function replace(object, name, makeFunction) {
  const original = object[name];
  const { [name]: replacement } = { [name]: makeFunction(original) };
  ObjectDefineProperty(replacement, 'name', { __proto__: null, value: name, configurable: true });
  ObjectDefineProperty(replacement, 'length', { __proto__: null, value: original.length, configurable: true });
  ObjectDefineProperty(object, name, { __proto__: null, value: replacement, writable: true, configurable: true });
}

const steps = ['next', 'return', 'throw'];
const combinators = ['all', 'allSettled', 'any', 'race', 'try', 'withResolvers'];

function replaceFunctions() {
  for (let i = 0; i < combinators.length; i++) {
    replace(Promise, combinators[i], (original) => ({
      method(...args) {
        return ReflectApply(original, isMaker(this) ? Maker : this, args);
      },
    }).method);
  }
  replace(Promise, 'resolve', (original) => ({
    method(value) {
      return isMaker(this) ? resolved(value) : FunctionPrototypeCall(original, this, value);
    },
  }).method);
  replace(Promise, 'reject', (original) => ({
    method(reason) {
      if (!isMaker(this)) return FunctionPrototypeCall(original, this, reason);
      return make((resolve, reject) => reject(reason), Promise, undefined);
    },
  }).method);
  replace(Promise.prototype, 'finally', (original) => ({
    method(onFinally) {
      if (!isTracking || !isPromise(this) || typeof onFinally !== 'function') {
        return FunctionPrototypeCall(original, this, onFinally);
      }
      const constructor = speciesOf(this);
      const after = (goOn) => (value) => {
        const result = onFinally();
        const settled = constructor === Promise ? resolved(result) : FunctionPrototypeCall(Promise.resolve, constructor, result);
        return settled.then(() => goOn(value));
      };
      return this.then(after(fulfil), after(fail));
    },
  }).method);
  const asyncGenerators = ObjectGetPrototypeOf(async function* () {}).prototype;
  for (let i = 0; i < steps.length; i++) {
    replace(asyncGenerators, steps[i], (original) => ({
      method(value) {
        const promise = FunctionPrototypeCall(original, this, value);
        if (isTracking) announce(promise);
        return promise;
      },
    }).method);
  }
}

function speciesOf(promise) {
  const { constructor } = promise;
  return constructor === undefined ? Promise : constructor[SymbolSpecies] ?? Promise;
}

// One call of an async function or async generator.
class Activation {
  constructor() {
    this.promise = undefined; // its own, or that of the step of a generator
    this.record = undefined;
    this.awaiting = undefined; // the record of the `await` it is at
  }
}

function activationOf(body) {
  return body[kActivation] ??= new Activation();
}

function functionBegins(body, promise) {
  if (!isTracking || promise === undefined) return;
  const activation = activationOf(body);
  activation.promise = promise;
  activation.record = announce(promise);
  activation.record.activation = activation;
  ArrayPrototypePush(begun, activation);
}

// What is to be awaited in the place of `value`.
function functionAwaits(body, promise, value) {
  if (!isTracking) return value;
  const activation = body === undefined ? undefined : activationOf(body);
  if (activation !== undefined && promise !== undefined && promise !== activation.promise) {
    // It began before the hooks did, or is a generator at its next step.
    const isOld = activation.promise === undefined;
    activation.promise = promise;
    activation.record = isOld ? track(promise) : announce(promise);
    activation.record.activation = activation;
  }
  return awaitWith(activation, value);
}

function awaitWith(activation, value) {
  const awaited = isPromise(value) && value.constructor === Promise
    ? value
    : make((resolve) => resolve(value), Promise, activation?.promise);
  const record = announce(ReflectConstruct(EnginePromise, [nothing], Promise), awaited);
  record.awaited = awaited;
  if (activation === undefined) return awaited;
  for (let i = begun.length - 1; i >= 0; i--) {
    if (begun[i] === activation) forget(i);
  }
  if (job !== undefined && job.activation === activation) endJob();
  activation.awaiting = record;
  return awaited;
}

function functionResumes(body) {
  const activation = body?.[kActivation];
  const record = activation?.awaiting;
  // A `catch` block begins in this way too, whatever has thrown.
  if (record === undefined) return;
  activation.awaiting = undefined;
  endJob();
  noticeSettled(record.awaited);
  record.awaited = undefined;
  enter(record);
  job = { record, activation };
}

// What `for await` goes over: each of its steps is awaited.
function watched(iterable, activation) {
  const method = iterable?.[SymbolAsyncIterator];
  if (typeof method !== 'function') return iterable;
  return {
    __proto__: null,
    [SymbolAsyncIterator]() {
      const iterator = FunctionPrototypeCall(method, iterable);
      if (!isObject(iterator)) return iterator;
      const { next } = iterator;
      const step = (call, value) => {
        const result = FunctionPrototypeCall(call, iterator, value);
        if (!isTracking) return result;
        if (isPromise(result)) announce(result);
        return awaitWith(activation, result);
      };
      const optional = (call) => (call === undefined || call === null ? undefined : (value) => step(call, value));
      return {
        __proto__: null,
        next: (value) => step(next, value),
        get return() { return optional(iterator.return); },
        get throw() { return optional(iterator.throw); },
      };
    },
  };
}

// Has the sources that are given this context tell of their async functions. Each asks the stack itself: the async function
// must be what has called it.
function attach(context) {
  const { iterated, resume } = context;
  context.hooked = true;
  context.begin = () => { functionBegins(runningBody(), runningPromise()); };
  context.awaiting = (value) => functionAwaits(runningBody(), runningPromise(), value);
  context.resume = (frame, value) => {
    resume(frame);
    functionResumes(runningBody());
    return value;
  };
  context.iterated = (iterable) => {
    const body = runningBody();
    const inner = iterated(iterable);
    return isTracking && body !== undefined ? watched(inner, activationOf(body)) : inner;
  };
}

// The functions that the engine gives to a thenable, with which it takes over the state. A promise of this file would give
// others.
function learnSettlers() {
  const { promise, resolve } = PromiseWithResolvers();
  resolve({ __proto__: null, then: (settle) => learnSettler(settle, promise) });
}

function install() {
  isInstalled = true;
  // It makes a promise when it is first asked.
  isPromise({});
  // It shows the native side how the engine keeps its functions.
  require('internal/errors/waiters').watch();
  EnginePromise = hookConstructor(Promise, construct) ?? Promise;
  require('internal/async_hooks/then').addThenLayer(hookThen);
  replaceFunctions();
  if (runningBody !== undefined) {
    attach(require('internal/async_hooks/context'));
    if (internalBinding('options').observedPromises) attach(require('internal/causes/promises').context);
  }
  hooks.endJob = endJob;
  hooks.catchUp = catchUp;
  learnSettlers();
  // The queues that are told to call are those that come with the process object.
  if (globalThis.process !== undefined) require('internal/process/task_queues').whenJobsAreDone(endJob);
}

function update() {
  const isWanted = tellsHooks || watchers.length !== 0;
  if (isWanted && !isInstalled) install();
  isTracking = isWanted;
}

// Whether the hooks of async_hooks are told.
function setTracking(value) {
  tellsHooks = value;
  update();
}

function addWatcher(watcher) {
  watchers = ArrayPrototypeSlice(watchers);
  ArrayPrototypePush(watchers, watcher);
  update();
}

function removeWatcher(watcher) {
  watchers = ArrayPrototypeFilter(watchers, (other) => other !== watcher);
  update();
}

// The ids of a promise, if it has any.
function idsOf(promise) {
  const record = isInstalled && isPromise(promise) ? PromiseRecord.of(promise) : undefined;
  return record === undefined || record.asyncId === 0 ? undefined : record;
}

module.exports = { addWatcher, catchUp, idsOf, removeWatcher, setTracking };
