// The public module `perf_hooks`. Its parts load when they are taken.
'use strict';

const { ObjectDefineProperty } = primordials;

function define(name, id) {
  ObjectDefineProperty(module.exports, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      return require(id)[name];
    },
  });
}

define('Performance', 'internal/perf/performance');
define('PerformanceEntry', 'internal/perf/entry');
define('PerformanceMark', 'internal/perf/entry');
define('PerformanceMeasure', 'internal/perf/entry');
define('PerformanceObserver', 'internal/perf/observer');
define('PerformanceObserverEntryList', 'internal/perf/observer');
define('PerformanceResourceTiming', 'internal/perf/entry');
define('monitorEventLoopDelay', 'internal/perf/event_loop');
define('eventLoopUtilization', 'internal/perf/event_loop');
define('timerify', 'internal/perf/timerify');
define('createHistogram', 'internal/perf/histogram');
define('createSlidingWindowHistogram', 'internal/perf/sliding_window_histogram');
define('importHistogram', 'internal/perf/histogram');
define('performance', 'internal/perf/performance');

// The kinds of garbage collection, which this engine does not tell of.
module.exports.constants = {
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_INCREMENTAL: 8,
  NODE_PERFORMANCE_GC_WEAKCB: 16,
  NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
  NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
  NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
  NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
  NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
};
