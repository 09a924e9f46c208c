// performance.timing and performance.navigation: the moments of a page's loading, in milliseconds of the Unix epoch. A page comes
// from a file, so nothing is looked up, connected to or redirected, and there was none before it that was unloaded.
'use strict';

const { MathRound, ObjectDefineProperties, SymbolToStringTag, TypeError } = primordials;

const { DOMException } = require('internal/errors/dom_exception');
const { timeOrigin } = require('internal/perf/clock');
const { setMilestones } = require('internal/perf/milestones');
const { times } = require('web/window/lifecycle');

const kConstruct = {};

// Each name with the moment that is meant, if it is another's, or null for what never happens.
const NAMES = {
  __proto__: null,
  navigationStart: 'navigationStart',
  unloadEventStart: null,
  unloadEventEnd: null,
  redirectStart: null,
  redirectEnd: null,
  fetchStart: 'navigationStart',
  domainLookupStart: 'navigationStart',
  domainLookupEnd: 'navigationStart',
  connectStart: 'navigationStart',
  connectEnd: 'navigationStart',
  secureConnectionStart: null,
  requestStart: 'navigationStart',
  responseStart: 'domLoading',
  responseEnd: 'domLoading',
  domLoading: 'domLoading',
  domInteractive: 'domInteractive',
  domContentLoadedEventStart: 'domContentLoadedEventStart',
  domContentLoadedEventEnd: 'domContentLoadedEventEnd',
  domComplete: 'domComplete',
  loadEventStart: 'loadEventStart',
  loadEventEnd: 'loadEventEnd',
};

// 0 for what has not happened.
function epochTime(name) {
  const moment = NAMES[name];
  const time = moment === null ? undefined : times[moment];
  return time === undefined ? 0 : MathRound(timeOrigin() + time);
}

class PerformanceTiming {
  #brand;

  constructor(key) {
    if (key !== kConstruct) throw new TypeError('Illegal constructor');
  }

  static check(value) {
    if (typeof value !== 'object' || value === null || !(#brand in value)) throw new TypeError('Illegal invocation');
  }

  toJSON() {
    check(this);
    const result = {};
    for (const name in NAMES) result[name] = epochTime(name);
    return result;
  }
}

const { check } = PerformanceTiming;
delete PerformanceTiming.check;

class PerformanceNavigation {
  constructor(key) {
    if (key !== kConstruct) throw new TypeError('Illegal constructor');
  }

  get type() { return 0; }
  get redirectCount() { return 0; }
  toJSON() { return { type: this.type, redirectCount: this.redirectCount }; }
}

const members = { __proto__: null, toJSON: { __proto__: null, enumerable: true } };
for (const name in NAMES) {
  members[name] = {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      check(this);
      return epochTime(name);
    },
  };
}
ObjectDefineProperties(PerformanceTiming.prototype, {
  ...members,
  [SymbolToStringTag]: { __proto__: null, value: 'PerformanceTiming', configurable: true },
});

const navigationTypes = {
  __proto__: null,
  TYPE_NAVIGATE: { __proto__: null, value: 0, enumerable: true },
  TYPE_RELOAD: { __proto__: null, value: 1, enumerable: true },
  TYPE_BACK_FORWARD: { __proto__: null, value: 2, enumerable: true },
  TYPE_RESERVED: { __proto__: null, value: 255, enumerable: true },
};
ObjectDefineProperties(PerformanceNavigation, navigationTypes);
ObjectDefineProperties(PerformanceNavigation.prototype, {
  ...navigationTypes,
  type: { __proto__: null, enumerable: true },
  redirectCount: { __proto__: null, enumerable: true },
  toJSON: { __proto__: null, enumerable: true },
  [SymbolToStringTag]: { __proto__: null, value: 'PerformanceNavigation', configurable: true },
});

setMilestones({
  __proto__: null,
  names: NAMES,
  timeOf(name) {
    const time = epochTime(name);
    if (time !== 0) return time - epochTime('navigationStart');
    throw new DOMException(`'${name}' is empty: either the event hasn't happened yet, or it would provide cross-origin timing information.`,
      'InvalidAccessError');
  },
  refuse(name) {
    throw new DOMException(`'${name}' is part of the PerformanceTiming interface, and cannot be used as a mark name.`, 'SyntaxError');
  },
});

module.exports = {
  PerformanceNavigation, PerformanceTiming, navigation: new PerformanceNavigation(kConstruct), timing: new PerformanceTiming(kConstruct),
};
