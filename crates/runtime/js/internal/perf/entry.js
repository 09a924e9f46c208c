// The entries of the performance timeline: PerformanceEntry and its kinds,
// marks and measures.
'use strict';

const {
  ArrayPrototypeForEach, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectSetPrototypeOf, Symbol,
  SymbolFor, SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR,
    ERR_INVALID_THIS,
    ERR_MISSING_ARGS,
    ERR_PERFORMANCE_INVALID_TIMESTAMP,
  },
} = require('internal/errors');
const { validateNumber, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');

const kConstruct = Symbol('kConstruct');

class PerformanceEntry {
  #name;
  #type;
  #start;
  #duration;

  constructor(key = undefined, name = undefined, type = undefined, start = undefined, duration = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#type = type;
    this.#start = start;
    this.#duration = duration;
  }

  get name() {
    check(this);
    return this.#name;
  }

  get entryType() {
    check(this);
    return this.#type;
  }

  get startTime() {
    check(this);
    return this.#start;
  }

  get duration() {
    check(this);
    return this.#duration;
  }

  toJSON() {
    check(this);
    return { name: this.#name, entryType: this.#type, startTime: this.#start, duration: this.#duration };
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return `[${this.constructor.name}]`;
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `${this.constructor.name} ${inspect(this.toJSON(), inner)}`;
  }

  static is(value) {
    return value !== null && typeof value === 'object' && #type in value;
  }
}

const isPerformanceEntry = PerformanceEntry.is;
delete PerformanceEntry.is;

function check(value) {
  if (!isPerformanceEntry(value)) throw new ERR_INVALID_THIS('PerformanceEntry');
}

// An entry with a detail, which is a copy of what the program gave.
class DetailedEntry extends PerformanceEntry {
  #detail;

  constructor(key = undefined, name = undefined, type = undefined, start = undefined, duration = undefined, detail = undefined) {
    super(key, name, type, start, duration);
    this.#detail = detail;
  }

  get detail() {
    check(this);
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.#detail };
  }
}

function cloneDetail(detail) {
  if (detail == null) return null;
  return require('web/structured_clone').structuredClone(detail);
}

class PerformanceMark extends DetailedEntry {
  constructor(name, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    name = `${name}`;
    const { milestones } = require('internal/perf/milestones');
    const { names, refuse } = milestones();
    if (name in names) refuse(name);
    if (options != null) validateObject(options, 'options');
    const startTime = options?.startTime ?? now();
    validateNumber(startTime, 'startTime');
    if (startTime < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(startTime);
    super(kConstruct, name, 'mark', startTime, 0, cloneDetail(options?.detail));
  }
}

// Written out: the engine's default constructor asks the program's array iterator for its arguments.
class PerformanceMeasure extends DetailedEntry {
  constructor(key = undefined, name = undefined, type = undefined, start = undefined, duration = undefined, detail = undefined) {
    super(key, name, type, start, duration, detail);
  }
}

// The entries of things that only Node has, such as timed functions.
class PerformanceNodeEntry extends DetailedEntry {
  constructor(key, name, type, start, duration, detail) {
    super(key, name, type, start, duration, detail);
  }
}

// The fetch of a resource: what the fetching client tells of it, under the names of the Resource Timing standard.
class PerformanceResourceTiming extends PerformanceEntry {
  #fields;

  constructor(key = undefined, name = undefined, start = undefined, duration = undefined, fields = undefined, type = 'resource') {
    super(key, name, type, start, duration);
    this.#fields = fields;
  }

  toJSON() {
    check(this);
    return { ...super.toJSON(), ...this.#fields };
  }

  static field(entry, name) {
    check(entry);
    return entry.#fields[name];
  }
}

const fieldOf = PerformanceResourceTiming.field;
delete PerformanceResourceTiming.field;

// `info` is a fetch timing info, `cacheMode` is empty or 'local'.
function resourceEntry(info, url, initiatorType, cacheMode, responseStatus, deliveryType) {
  const connection = info.finalConnectionTimingInfo;
  const isLocal = cacheMode === 'local';
  return new PerformanceResourceTiming(kConstruct, url, info.startTime, info.endTime - info.startTime, {
    initiatorType,
    nextHopProtocol: connection?.ALPNNegotiatedProtocol ?? [],
    workerStart: info.finalServiceWorkerStartTime,
    redirectStart: info.redirectStartTime,
    redirectEnd: info.redirectEndTime,
    fetchStart: info.postRedirectStartTime,
    domainLookupStart: connection?.domainLookupStartTime,
    domainLookupEnd: connection?.domainLookupEndTime,
    connectStart: connection?.connectionStartTime,
    connectEnd: connection?.connectionEndTime,
    secureConnectionStart: connection?.secureConnectionStartTime,
    requestStart: info.finalNetworkRequestStartTime,
    finalResponseHeadersStart: info.finalNetworkResponseStartTime,
    firstInterimResponseStart: 0,
    responseStart: info.finalNetworkResponseStartTime,
    responseEnd: info.endTime,
    // The standard's guess at the size of a head.
    transferSize: isLocal ? 0 : info.encodedBodySize + 300,
    encodedBodySize: info.encodedBodySize,
    decodedBodySize: info.decodedBodySize,
    deliveryType: deliveryType ?? '',
    responseStatus: responseStatus ?? 0,
    renderBlockingStatus: 'non-blocking',
    contentType: '',
    contentEncoding: '',
  });
}

function measure(name, start, duration, detail) {
  return new PerformanceMeasure(kConstruct, name, 'measure', start, duration, cloneDetail(detail));
}

// The arguments of a timed function are also elements of its entry.
function functionEntry(name, start, duration, args) {
  const entry = new PerformanceNodeEntry(kConstruct, name, 'function', start, duration, args);
  for (let i = 0; i < args.length; i++) entry[i] = args[i];
  return entry;
}

// An entry of something that the runtime itself has done: a connection, a question to a name server.
function nodeEntry(name, type, start, duration, detail) {
  return new PerformanceNodeEntry(kConstruct, name, type, start, duration, detail);
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(PerformanceEntry.prototype, {
  name: enumerable,
  entryType: enumerable,
  startTime: enumerable,
  duration: enumerable,
  toJSON: enumerable,
});
ArrayPrototypeForEach([
  'initiatorType', 'workerStart', 'redirectStart', 'redirectEnd', 'fetchStart', 'domainLookupStart', 'domainLookupEnd', 'connectStart',
  'connectEnd', 'secureConnectionStart', 'nextHopProtocol', 'requestStart', 'finalResponseHeadersStart', 'firstInterimResponseStart',
  'responseStart', 'responseEnd', 'encodedBodySize', 'decodedBodySize', 'transferSize', 'deliveryType', 'responseStatus',
  'renderBlockingStatus', 'contentType', 'contentEncoding',
], (name) => {
  ObjectDefineProperty(PerformanceResourceTiming.prototype, name, {
    __proto__: null, get() { return fieldOf(this, name); }, enumerable: true, configurable: true,
  });
});
ObjectDefineProperty(PerformanceResourceTiming.prototype, SymbolToStringTag, {
  __proto__: null, value: 'PerformanceResourceTiming', configurable: true,
});
const detail = ObjectGetOwnPropertyDescriptor(DetailedEntry.prototype, 'detail');
ArrayPrototypeForEach([PerformanceMark, PerformanceMeasure], (Class) => {
  ObjectDefineProperties(Class.prototype, {
    [SymbolToStringTag]: { __proto__: null, value: Class.name, configurable: true },
    detail: { __proto__: null, get: detail.get, enumerable: true, configurable: true },
    toJSON: { __proto__: null, value: DetailedEntry.prototype.toJSON, writable: true, enumerable: false, configurable: true },
  });
  // What they share is nobody's class.
  ObjectSetPrototypeOf(Class.prototype, PerformanceEntry.prototype);
});
ArrayPrototypeForEach(['name', 'startTime', 'duration'], (name) => {
  const { get } = ObjectGetOwnPropertyDescriptor(PerformanceEntry.prototype, name);
  ObjectDefineProperty(PerformanceResourceTiming.prototype, name, { __proto__: null, get, enumerable: false, configurable: true });
});
ObjectDefineProperty(PerformanceResourceTiming.prototype, 'toJSON', { __proto__: null, enumerable: true });

module.exports = {
  // What makes the kinds of entries that other files know.
  entryKey: kConstruct,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceResourceTiming,
  functionEntry,
  isPerformanceEntry,
  measure,
  nodeEntry,
  resourceEntry,
};
