// performance of a page: Node's, without what only Node has.
'use strict';

const { Performance, performance } = require('internal/perf/performance');
const { PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('internal/perf/entry');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/perf/observer');

delete Performance.prototype.eventLoopUtilization;
delete Performance.prototype.nodeTiming;
delete Performance.prototype.timerify;
Performance.prototype.toJSON = function toJSON() {
  return { timeOrigin: this.timeOrigin };
};

module.exports = {
  Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, performance,
};
