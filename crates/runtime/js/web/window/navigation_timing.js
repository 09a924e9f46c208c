// PerformanceNavigationTiming: the one entry of a page about itself. A page comes from a file: nothing was looked up, connected to or
// redirected, and what is to come is 0. Its moments are those of `performance.timing`, from the start of the page on.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag } = primordials;

const { PerformanceResourceTiming, entryKey, isPerformanceEntry } = require('internal/perf/entry');
const { setNavigation } = require('internal/perf/timeline');
const { enqueue } = require('internal/perf/observer');
const { coarse } = require('web/window/clock');
const { onceLoaded, times } = require('web/window/lifecycle');
const { href } = require('web/window/location');

function momentOf(name) {
  return coarse(times[name] ?? 0);
}

const MOMENTS = [
  'domInteractive', 'domContentLoadedEventStart', 'domContentLoadedEventEnd', 'domComplete', 'loadEventStart', 'loadEventEnd',
];
const NEVER = ['unloadEventStart', 'unloadEventEnd'];

// Of a page as something that was fetched.
const fetched = {
  __proto__: null,
  initiatorType: 'navigation',
  nextHopProtocol: '',
  workerStart: 0,
  redirectStart: 0,
  redirectEnd: 0,
  fetchStart: 0,
  domainLookupStart: 0,
  domainLookupEnd: 0,
  connectStart: 0,
  connectEnd: 0,
  secureConnectionStart: 0,
  requestStart: 0,
  finalResponseHeadersStart: 0,
  firstInterimResponseStart: 0,
  get responseStart() { return momentOf('domLoading'); },
  get responseEnd() { return momentOf('domLoading'); },
  encodedBodySize: 0,
  decodedBodySize: 0,
  transferSize: 0,
  deliveryType: '',
  responseStatus: 0,
  renderBlockingStatus: 'non-blocking',
  contentType: '',
  contentEncoding: '',
};

class PerformanceNavigationTiming extends PerformanceResourceTiming {
  constructor(key = undefined) {
    super(key, href(), 0, 0, fetched, 'navigation');
  }

  get duration() { return read(this, 'loadEventEnd'); }
  get type() { return isPerformanceEntry(this) ? 'navigate' : undefined; }
  get redirectCount() { return 0; }

  toJSON() {
    const result = super.toJSON();
    result.duration = this.duration;
    for (let i = 0; i < NEVER.length; i++) result[NEVER[i]] = 0;
    for (let i = 0; i < MOMENTS.length; i++) result[MOMENTS[i]] = read(this, MOMENTS[i]);
    result.type = this.type;
    result.redirectCount = 0;
    return result;
  }
}

function read(entry, name) {
  // Throws for what is no entry.
  return entry.startTime + momentOf(name);
}

const properties = {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, value: 'PerformanceNavigationTiming', configurable: true },
  duration: { __proto__: null, enumerable: true },
  type: { __proto__: null, enumerable: true },
  redirectCount: { __proto__: null, enumerable: true },
  toJSON: { __proto__: null, enumerable: true },
};
for (let i = 0; i < MOMENTS.length; i++) {
  const name = MOMENTS[i];
  properties[name] = { __proto__: null, get() { return read(this, name); }, set: undefined, enumerable: true, configurable: true };
}
for (let i = 0; i < NEVER.length; i++) {
  properties[NEVER[i]] = { __proto__: null, get() { return this.startTime; }, set: undefined, enumerable: true, configurable: true };
}
ObjectDefineProperties(PerformanceNavigationTiming.prototype, properties);

const entry = new PerformanceNavigationTiming(entryKey);
setNavigation(entry);
onceLoaded(() => enqueue(entry));

module.exports = { PerformanceNavigationTiming };
