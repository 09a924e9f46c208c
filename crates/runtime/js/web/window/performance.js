// performance of a page: Node's, without what only Node has.
'use strict';

const { ObjectDefineProperties } = primordials;

const { Performance, performance } = require('internal/perf/performance');
const { PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('internal/perf/entry');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/perf/observer');
const { PerformanceNavigation, PerformanceTiming, navigation, timing } = require('web/window/performance_timing');

delete Performance.prototype.eventLoopUtilization;
delete Performance.prototype.nodeTiming;
delete Performance.prototype.timerify;
Performance.prototype.toJSON = function toJSON() {
  return { timeOrigin: this.timeOrigin, timing: this.timing.toJSON(), navigation: this.navigation.toJSON() };
};
ObjectDefineProperties(Performance.prototype, {
  timing: { __proto__: null, enumerable: true, configurable: true, get: () => timing },
  navigation: { __proto__: null, enumerable: true, configurable: true, get: () => navigation },
});

module.exports = {
  PerformanceNavigation, PerformanceTiming,
  Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, performance,
};
