// performance of pages and workers: Node's, without what only Node has.
'use strict';

const { Performance, performance } = require('internal/perf/performance');
const { PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceResourceTiming, isPerformanceEntry } = require('internal/perf/entry');
const { PerformanceObserver, PerformanceObserverEntryList, supportInstead } = require('internal/perf/observer');
const { refuseToClone } = require('web/window/uncloneable');

// The times of resources are not kept.
supportInstead(['mark', 'measure']);
refuseToClone(isPerformanceEntry);

delete Performance.prototype.eventLoopUtilization;
delete Performance.prototype.nodeTiming;
delete Performance.prototype.timerify;
Performance.prototype.toJSON = function toJSON() {
  return { timeOrigin: this.timeOrigin };
};

module.exports = {
  Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList,
  PerformanceResourceTiming, performance,
};
