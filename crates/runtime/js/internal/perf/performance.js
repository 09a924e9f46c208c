// The Performance class and the one object of it.
'use strict';

const { ObjectDefineProperties, Symbol, SymbolFor, SymbolToStringTag } = primordials;

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { EventTarget, defineEventHandler } = require('web/event_target');
const clock = require('internal/perf/clock');

const kPerformance = Symbol('performance');
const kConstruct = {};

function check(value) {
  if (value?.[kPerformance] !== true) throw new ERR_INVALID_THIS('Performance');
}

function timeline() {
  return require('internal/perf/timeline');
}

class Performance extends EventTarget {
  constructor(key = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kPerformance] = true;
  }

  clearMarks(name = undefined) {
    check(this);
    timeline().clear('mark', name);
  }

  clearMeasures(name = undefined) {
    check(this);
    timeline().clear('measure', name);
  }

  clearResourceTimings(name = undefined) {
    check(this);
    timeline().clear('resource', name);
  }

  getEntries() {
    check(this);
    return timeline().entries();
  }

  getEntriesByName(name, type = undefined) {
    check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return timeline().entries(`${name}`, type === undefined ? undefined : `${type}`);
  }

  getEntriesByType(type) {
    check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    return timeline().entries(undefined, `${type}`);
  }

  mark(name, options = undefined) {
    check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return timeline().mark(name, options);
  }

  measure(name, startOrMeasureOptions = undefined, endMark = undefined) {
    check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return timeline().measure(name, startOrMeasureOptions, endMark);
  }

  setResourceTimingBufferSize(maxSize) {
    check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('maxSize');
    timeline().setResourceLimit(maxSize);
  }

  now() {
    check(this);
    return clock.now();
  }

  get timeOrigin() {
    check(this);
    return clock.timeOrigin();
  }

  toJSON() {
    check(this);
    return {
      nodeTiming: this.nodeTiming,
      timeOrigin: this.timeOrigin,
      eventLoopUtilization: this.eventLoopUtilization(),
    };
  }

  get nodeTiming() {
    return require('internal/perf/node_timing').nodeTiming;
  }

  // For clients that fetch; without a receiver, as they call it.
  markResourceTiming(info, url, initiatorType, global, cacheMode, bodyInfo, responseStatus, deliveryType) {
    return timeline().markResource(info, url, initiatorType, cacheMode, responseStatus, deliveryType);
  }

  eventLoopUtilization(later, earlier) {
    return require('internal/perf/event_loop').eventLoopUtilization(later, earlier);
  }

  timerify(fn, options = undefined) {
    return require('internal/perf/timerify').timerify(fn, options);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Performance ${inspect({ nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin }, inner)}`;
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Performance.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Performance', configurable: true },
  clearMarks: enumerable,
  clearMeasures: enumerable,
  clearResourceTimings: enumerable,
  getEntries: enumerable,
  getEntriesByName: enumerable,
  getEntriesByType: enumerable,
  mark: enumerable,
  measure: enumerable,
  now: enumerable,
  setResourceTimingBufferSize: enumerable,
  timeOrigin: enumerable,
  toJSON: enumerable,
});

defineEventHandler(Performance.prototype, 'resourcetimingbufferfull');

module.exports = { Performance, performance: new Performance(kConstruct) };
