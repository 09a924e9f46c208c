// Mock timers: setTimeout and its kin in a time of their own, which goes on when the test says so.
//
// What they are is Node's: `enable`, `tick`, `runAll`, `setTime`, `reset`. How they run is the loop's: timers fire in the
// order of their time and of their making, and ticks and microtasks are drained between two of them, so that what a callback
// queues comes before the next callback, as it would in real time. After the last one `tick` returns to its caller, who goes
// on first, as in Node.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSplice, Date, DatePrototypeGetTime, FunctionPrototypeCall,
  MathMax, NumberIsNaN, ObjectDefineProperty, ObjectDefineProperties, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyDescriptors, Promise, ReflectApply,
  ReflectConstruct, SymbolDispose, SymbolToPrimitive, SafeMap, globalThis,
} = primordials;
const { AbortError, codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE } } = require('internal/errors');
const { validateAbortSignal, validateArray, validateNumber, validateObject } = require('internal/validators');

const APIS = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'scheduler.wait', 'AbortSignal.timeout'];
const context = require('internal/async_hooks/context');

const noOptions = { __proto__: null };

// Kept apart from the public class, which shows nothing of it.
class Timeout {
  constructor({ id, callback, runAt, interval, args }) {
    this.id = id;
    this.callback = callback;
    this.runAt = runAt;
    this.interval = interval;
    this.args = args;
  }

  hasRef() { return true; }
  ref() { return this; }
  unref() { return this; }
  refresh() { return this; }
  close() {
    this.owner?.clear(this);
    return this;
  }
  [SymbolToPrimitive]() { return this.id; }
  [SymbolDispose]() { this.owner?.clear(this); }
}

function define(object, key, value) {
  ObjectDefineProperty(object, key, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
}

// Drains what a callback has queued, as the loop does after each.
function drain() {
  const outer = context.current;
  require('internal/process/task_queues').runNextTicks();
  context.current = outer;
}

class Clock {
  now = 0;
  #timers = [];
  #byId = new SafeMap();
  #lastId = 0;

  add(callback, runAt, interval, args) {
    const timer = new Timeout({ id: ++this.#lastId, callback, runAt, interval, args });
    define(timer, 'owner', this);
    this.#byId.set(timer.id, timer);
    this.#insert(timer);
    return timer;
  }

  // Behind those of the same time.
  #insert(timer) {
    let index = this.#timers.length;
    while (index > 0 && this.#timers[index - 1].runAt > timer.runAt) index--;
    ArrayPrototypeSplice(this.#timers, index, 0, timer);
  }

  clear(timer) {
    const id = typeof timer === 'object' && timer !== null ? timer.id : +timer;
    this.#byId.delete(id);
    for (let i = 0; i < this.#timers.length; i++) {
      if (this.#timers[i].id !== id) continue;
      ArrayPrototypeSplice(this.#timers, i, 1);
      return;
    }
  }

  get last() {
    return this.#timers[this.#timers.length - 1];
  }

  advanceTo(time) {
    let isFirst = true;
    while (this.#timers.length > 0 && this.#timers[0].runAt <= time) {
      if (!isFirst) {
        drain();
        // What was drained may have changed what is next.
        if (this.#timers.length === 0 || this.#timers[0].runAt > time) break;
      }
      isFirst = false;
      const timer = ArrayPrototypeShift(this.#timers);
      this.now = MathMax(this.now, timer.runAt);
      if (timer.interval !== undefined) {
        timer.runAt += timer.interval;
        this.#insert(timer);
      } else {
        this.#byId.delete(timer.id);
      }
      ReflectApply(timer.callback, timer, timer.args);
    }
    this.now = time;
  }
}

class MockTimers {
  #isEnabled = false;
  #clock;
  #undo = [];

  #replace(object, key, value) {
    const descriptor = ObjectGetOwnPropertyDescriptor(object, key);
    ArrayPrototypePush(this.#undo, () => {
      if (descriptor === undefined) delete object[key];
      else ObjectDefineProperty(object, key, descriptor);
    });
    ObjectDefineProperty(object, key, {
      __proto__: null, value, writable: true, configurable: true, enumerable: descriptor?.enumerable ?? true,
    });
  }

  #replaceTimer(name, value, clearName) {
    const timers = require('timers');
    const clear = (timer) => {
      if (timer !== undefined && timer !== null) this.#clock.clear(timer);
    };
    const { promisify } = require('internal/util/promisify');
    define(value, 'name', name);
    define(value, promisify.custom, timers[name][promisify.custom]);
    this.#replace(globalThis, name, value);
    this.#replace(timers, name, value);
    this.#replace(globalThis, clearName, clear);
    this.#replace(timers, clearName, clear);
  }

  #makeTimer(isInterval, callback, delay, args) {
    require('internal/validators').validateFunction(callback, 'callback');
    let time = +delay;
    if (NumberIsNaN(time) || time < 1) time = 1;
    return this.#clock.add(callback, this.#clock.now + time, isInterval ? time : undefined, args);
  }

  #wait(delay, value, options = noOptions) {
    return new Promise((resolve, reject) => {
      this.#watch(options, reject, (off) => this.#clock.add(() => {
        off();
        resolve(value);
      }, this.#clock.now + MathMax(+delay || 1, 1), undefined, []));
    });
  }

  // Makes a timer that an abort takes away.
  #watch(options, reject, make) {
    validateObject(options, 'options');
    const { signal } = options;
    if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted) {
      reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
      return;
    }
    let timer;
    const onAbort = () => {
      this.#clock.clear(timer);
      reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
    };
    const off = () => signal?.removeEventListener('abort', onAbort);
    signal?.addEventListener('abort', onAbort, { __proto__: null, once: true });
    timer = make(off);
  }

  #install = {
    '__proto__': null,
    'setTimeout': () => {
      this.#replaceTimer('setTimeout', (callback, delay, ...args) => this.#makeTimer(false, callback, delay, args), 'clearTimeout');
      this.#replace(require('timers/promises'), 'setTimeout', (delay, value, options) => this.#wait(delay, value, options));
    },
    'setInterval': () => {
      this.#replaceTimer('setInterval', (callback, delay, ...args) => this.#makeTimer(true, callback, delay, args), 'clearInterval');
      this.#replace(require('timers/promises'), 'setInterval', (delay, value, options) => this.#iterate(delay, value, options));
    },
    'setImmediate': () => {
      // Before every timer.
      this.#replaceTimer('setImmediate', (callback, ...args) => {
        require('internal/validators').validateFunction(callback, 'callback');
        return this.#clock.add(callback, -1, undefined, args);
      }, 'clearImmediate');
      this.#replace(require('timers/promises'), 'setImmediate', (value, options = noOptions) => new Promise((resolve, reject) => {
        this.#watch(options, reject, (off) => this.#clock.add(() => {
          off();
          resolve(value);
        }, -1, undefined, []));
      }));
    },
    'scheduler.wait': () => {
      this.#replace(require('timers/promises').scheduler, 'wait', (delay, options) => this.#wait(delay, undefined, options));
    },
    'Date': () => this.#replace(globalThis, 'Date', this.#makeDate()),
    'AbortSignal.timeout': () => {
      const { AbortController, AbortSignal } = require('web/abort_controller');
      this.#replace(AbortSignal, 'timeout', (delay) => {
        validateNumber(delay, 'delay', 0);
        const controller = new AbortController();
        this.#clock.add(() => controller.abort(), this.#clock.now + delay, undefined, []);
        return controller.signal;
      });
    },
  };

  async* #iterate(delay, value, options = noOptions) {
    let waiting = 0;
    let wake;
    let failed;
    let timer;
    this.#watch(options, (error) => {
      failed = error;
      wake?.();
    }, () => {
      const time = MathMax(+delay || 1, 1);
      timer = this.#clock.add(() => {
        waiting++;
        wake?.();
      }, this.#clock.now + time, time, []);
      return timer;
    });
    try {
      while (true) {
        if (failed !== undefined) throw failed;
        if (waiting === 0) {
          await new Promise((resolve) => {
            wake = resolve;
          });
        }
        for (; waiting > 0; waiting--) yield value;
      }
    } finally {
      if (timer !== undefined) this.#clock.clear(timer);
    }
  }

  #makeDate() {
    const clock = this.#clock;
    function MockDate(...args) {
      if (new.target === undefined) return new Date(clock.now).toString();
      if (args.length === 0) return ReflectConstruct(Date, [clock.now], new.target === MockDate ? Date : new.target);
      return ReflectConstruct(Date, args, new.target === MockDate ? Date : new.target);
    }
    const { prototype, ...statics } = ObjectGetOwnPropertyDescriptors(Date);
    delete statics.length;
    delete statics.name;
    ObjectDefineProperties(MockDate, statics);
    ObjectDefineProperty(MockDate, 'prototype', { __proto__: null, ...prototype, value: Date.prototype });
    ObjectDefineProperty(MockDate, 'name', { __proto__: null, value: 'Date', configurable: true });
    ObjectDefineProperty(MockDate, 'length', { __proto__: null, value: 7, configurable: true });
    ObjectDefineProperty(MockDate, 'now', { __proto__: null, value: function now() { return clock.now; }, writable: true, configurable: true });
    ObjectDefineProperty(MockDate, 'isMock', { __proto__: null, value: true, enumerable: true, writable: false, configurable: false });
    ObjectDefineProperty(MockDate, 'toString', {
      __proto__: null, value: () => FunctionPrototypeCall(Date.toString, Date), enumerable: false, writable: false, configurable: false,
    });
    return MockDate;
  }

  #check() {
    if (!this.#isEnabled) throw new ERR_INVALID_STATE('You should enable MockTimers first by calling the .enable function');
  }

  tick(time = 1) {
    this.#check();
    if (time < 0) throw new ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
    this.#clock.advanceTo(this.#clock.now + time);
  }

  enable(options = { __proto__: null, apis: APIS, now: 0 }) {
    if (this.#isEnabled) throw new ERR_INVALID_STATE('MockTimers is already enabled!');
    // A list of names was Node's first form of it.
    const { apis = APIS, now = 0 } = options;
    validateArray(apis, 'options.apis');
    ArrayPrototypeForEach(apis, (api) => {
      if (!ArrayPrototypeIncludes(APIS, api)) throw new ERR_INVALID_ARG_VALUE('options.apis', api, `option ${api} is not supported`);
    });
    const start = now instanceof Date ? DatePrototypeGetTime(now) : now;
    if (typeof start === 'number' && (start < 0 || NumberIsNaN(start))) {
      throw new ERR_INVALID_ARG_VALUE('now', start, `epoch must be a positive integer received ${start}`);
    }
    this.#clock = new Clock();
    this.#clock.now = start;
    this.#isEnabled = true;
    ArrayPrototypeForEach(apis, (api) => this.#install[api]());
  }

  setTime(time = 0) {
    validateNumber(time, 'time');
    if (time < 0) throw new ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
    this.#check();
    this.#clock.now = time;
  }

  reset() {
    if (!this.#isEnabled) return;
    for (let i = this.#undo.length - 1; i >= 0; i--) this.#undo[i]();
    this.#undo = [];
    this.#clock = undefined;
    this.#isEnabled = false;
  }

  runAll() {
    this.#check();
    const { last } = this.#clock;
    if (last === undefined) return;
    this.tick(MathMax(last.runAt - this.#clock.now, 0));
  }

  [SymbolDispose]() {
    this.reset();
  }
}

module.exports = { MockTimers };
