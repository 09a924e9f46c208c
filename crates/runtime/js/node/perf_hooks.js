// The public module `perf_hooks`. Its parts load when they are taken.
'use strict';

const { lazyFunctions, lazyValues } = require('internal/util/lazy_members');

const perf = module.exports;
lazyValues(perf, 'internal/perf/performance', ['Performance']);
lazyValues(perf, 'internal/perf/entry', ['PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure']);
lazyValues(perf, 'internal/perf/observer', ['PerformanceObserver', 'PerformanceObserverEntryList']);
lazyValues(perf, 'internal/perf/entry', ['PerformanceResourceTiming']);
lazyFunctions(perf, 'internal/perf/event_loop', { monitorEventLoopDelay: 0, eventLoopUtilization: 2 });
lazyFunctions(perf, 'internal/perf/timerify', { timerify: 1 });
lazyFunctions(perf, 'internal/perf/histogram', { createHistogram: 0 });
lazyFunctions(perf, 'internal/perf/sliding_window_histogram', { createSlidingWindowHistogram: 1 });
lazyFunctions(perf, 'internal/perf/histogram', { importHistogram: 1 });
lazyValues(perf, 'internal/perf/performance', ['performance']);

// The kinds of garbage collection, which this engine does not tell of.
module.exports.constants = {
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP: 2,
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
