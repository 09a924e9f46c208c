// performance of a page: Node's, without what only Node has.
'use strict';

const { Performance, performance } = require('internal/perf/performance');
const { PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('internal/perf/entry');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/perf/observer');

for (const name of ['eventLoopUtilization', 'nodeTiming', 'timerify']) delete Performance.prototype[name];
Performance.prototype.toJSON = function toJSON() {
  return { timeOrigin: this.timeOrigin };
};

module.exports = {
  Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList, performance,
};
