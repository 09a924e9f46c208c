// performance: marks, measures, their errors, observers.
'use strict';
const { PerformanceEntry, PerformanceObserver, performance: hooks } = require('node:perf_hooks');
const { inspect } = require('node:util');

console.log(performance === hooks, performance.now() > 0, Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 50);
const show = (title, fn) => {
  try {
    console.log(title, '->', inspect(fn()).replace(/\d+\.\d+/g, 'N'));
  } catch (error) {
    console.log(title, '|', error.name, error.code, '|', error.message);
  }
};
const detail = { x: [1] };
const mark = performance.mark('a', { startTime: 5, detail });
console.log(mark.detail !== detail, JSON.stringify(mark), mark instanceof PerformanceEntry);
show('mark', () => mark);
show('measure', () => performance.measure('from a', 'a'));
show('span', () => performance.measure('span', { start: 1, end: 3, detail: 7 }));
show('duration', () => performance.measure('duration', { start: 1, duration: 5 }));
show('backwards', () => performance.measure('backwards', { end: 9, duration: 5 }));
show('to a', () => performance.measure('to a', undefined, 'a'));
show('entries', () => performance.getEntries().map((entry) => entry.name).filter((name) => name !== 'from a'));
show('by name', () => performance.getEntriesByName('a', 'mark').length);
show('by type', () => performance.getEntriesByType('measure').length);
show('no name', () => performance.mark());
show('negative', () => performance.mark('x', { startTime: -1 }));
show('string time', () => performance.mark('x', { startTime: '1' }));
show('options', () => performance.mark('x', 5));
show('unknown mark', () => performance.measure('x', 'nothing'));
show('too much', () => performance.measure('x', { start: 1, end: 2, duration: 3 }));
show('end mark', () => performance.measure('x', { start: 1 }, 'a'));
show('constructor', () => new PerformanceEntry());
show('observer', () => new PerformanceObserver());
show('observe', () => new PerformanceObserver(() => {}).observe({}));
show('observe number', () => new PerformanceObserver(() => {}).observe({ entryTypes: 5 }));
show('clear', () => performance.clearMarks('a'));
performance.clearMeasures();
show('cleared', () => performance.getEntries());

const observer = new PerformanceObserver((list, self) => {
  console.log(list.getEntries().map((entry) => `${entry.entryType} ${entry.name}`), self === observer);
  console.log(list.getEntriesByName('timed').length, list.getEntriesByType('mark').length);
  observer.disconnect();
});
observer.observe({ entryTypes: ['mark', 'measure', 'function'] });
performance.mark('seen');
performance.measure('measured', 'seen');
const timed = performance.timerify(function timed(a, b) { return a + b; });
console.log(timed(1, 2), timed.name, timed.length);
console.log(Object.keys(performance.eventLoopUtilization()), Object.keys(performance.toJSON()));
