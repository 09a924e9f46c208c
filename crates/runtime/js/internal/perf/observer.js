// PerformanceObserver: gets the entries of the types it asked for, all of one
// turn of the loop together.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeFilter,
  ArrayPrototypeIncludes,
  ArrayPrototypePush,
  ArrayPrototypeSort,
  FunctionPrototypeCall,
  ObjectDefineProperties,
  ObjectFreeze,
  SafeSet,
  SetPrototypeAdd,
  SetPrototypeDelete,
  SetPrototypeForEach,
  SymbolFor,
  SymbolToStringTag,
} = primordials;

const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS },
} = require('internal/errors');
const observed = require('internal/perf/observed');
const { validateFunction, validateObject, validateString } = require('internal/validators');

let supportedTypes = ObjectFreeze(['dns', 'function', 'http', 'http2', 'mark', 'measure', 'net', 'resource']);

// In a page there are others.
function supportInstead(types) {
  supportedTypes = ObjectFreeze(types);
}

const observers = new SafeSet();
const waiting = new SafeSet();
let scheduled = false;

function inspectFields(self, fields, depth, options) {
  if (depth < 0) return self;
  const { inspect } = require('internal/util/inspect');
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${self.constructor.name} ${inspect(fields, inner)}`;
}

const kConstruct = {};

class PerformanceObserverEntryList {
  #entries;

  constructor(key = undefined, entries = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = ArrayPrototypeSort(entries, (a, b) => a.startTime - b.startTime);
  }

  getEntries() {
    return ArrayPrototypeFilter(this.#entries, () => true);
  }

  getEntriesByType(type) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    type = `${type}`;
    return ArrayPrototypeFilter(this.#entries, (entry) => entry.entryType === type);
  }

  getEntriesByName(name, type = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    name = `${name}`;
    return ArrayPrototypeFilter(this.#entries,
      (entry) => entry.name === name && (type == null || entry.entryType === `${type}`));
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    return inspectFields(this, this.#entries, depth, options);
  }
}

class PerformanceObserver {
  #callback;
  #buffer = [];
  #types = [];
  #mode;

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  // Either all types at once with `entryTypes`, or one more with `type`.
  observe(options = { __proto__: null }) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = { ...options };
    if (entryTypes === undefined && type === undefined) {
      throw new ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    }
    if (entryTypes != null && type != null) {
      throw new ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes,
        'options.entryTypes can not set with options.type together');
    }
    if (entryTypes !== undefined) {
      if (!ArrayIsArray(entryTypes)) throw new ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
      this.#setMode('multiple');
      this.#types = ArrayPrototypeFilter(entryTypes, (one) => ArrayPrototypeIncludes(supportedTypes, one));
      if (this.#types.length === 0) {
        this.disconnect();
        return;
      }
    } else {
      validateString(type, 'options.type');
      if (!ArrayPrototypeIncludes(supportedTypes, type)) return;
      this.#setMode('single');
      if (!ArrayPrototypeIncludes(this.#types, type)) ArrayPrototypePush(this.#types, type);
      if (buffered) this.#receiveEarlier(type);
    }
    SetPrototypeAdd(observers, this);
    observed.any = true;
  }

  disconnect() {
    SetPrototypeDelete(observers, this);
    observed.any = observers.size > 0;
    SetPrototypeDelete(waiting, this);
    this.#buffer = [];
    this.#types = [];
    this.#mode = undefined;
  }

  takeRecords() {
    const records = this.#buffer;
    this.#buffer = [];
    return records;
  }

  static get supportedEntryTypes() {
    return supportedTypes;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    return inspectFields(this, {
      connected: observers.has(this),
      pending: waiting.has(this),
      entryTypes: this.#types,
      buffer: this.#buffer,
    }, depth, options);
  }

  #setMode(mode) {
    if (this.#mode !== undefined && this.#mode !== mode) {
      throw new ERR_INVALID_ARG_VALUE(mode === 'multiple' ? 'options.entryTypes' : 'options.type', mode,
        'can not change to multiple observers and back');
    }
    this.#mode = mode;
  }

  #receiveEarlier(type) {
    const earlier = require('internal/perf/timeline').entries(undefined, type);
    for (let i = 0; i < earlier.length; i++) ArrayPrototypePush(this.#buffer, earlier[i]);
    if (earlier.length > 0) schedule(this);
  }

  static receive(observer, entry) {
    if (!ArrayPrototypeIncludes(observer.#types, entry.entryType)) return;
    ArrayPrototypePush(observer.#buffer, entry);
    schedule(observer);
  }

  static deliver(observer) {
    const entries = observer.takeRecords();
    if (entries.length === 0) return;
    FunctionPrototypeCall(observer.#callback, observer, new PerformanceObserverEntryList(kConstruct, entries), observer);
  }

  static observes(observer, type) {
    return ArrayPrototypeIncludes(observer.#types, type);
  }
}

const { deliver, observes, receive } = PerformanceObserver;
delete PerformanceObserver.deliver;
delete PerformanceObserver.observes;
delete PerformanceObserver.receive;

function schedule(observer) {
  SetPrototypeAdd(waiting, observer);
  if (scheduled) return;
  scheduled = true;
  require('timers').setImmediate(() => {
    scheduled = false;
    const ready = [];
    SetPrototypeForEach(waiting, (one) => ArrayPrototypePush(ready, one));
    waiting.clear();
    for (let i = 0; i < ready.length; i++) deliver(ready[i]);
  });
}

function enqueue(entry) {
  SetPrototypeForEach(observers, (observer) => receive(observer, entry));
}

// Whether somebody wants entries of the type: timing a function is not free.
function isObserved(type) {
  let found = false;
  SetPrototypeForEach(observers, (observer) => { found ||= observes(observer, type); });
  return found;
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(PerformanceObserver.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'PerformanceObserver', configurable: true },
  observe: enumerable,
  disconnect: enumerable,
  takeRecords: enumerable,
});
ObjectDefineProperties(PerformanceObserverEntryList.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'PerformanceObserverEntryList', configurable: true },
  getEntries: enumerable,
  getEntriesByType: enumerable,
  getEntriesByName: enumerable,
});

module.exports = { PerformanceObserver, PerformanceObserverEntryList, enqueue, isObserved, supportInstead };
