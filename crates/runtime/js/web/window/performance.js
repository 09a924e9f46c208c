// performance of a page: with the moments of its loading.
'use strict';

const { ObjectDefineProperties } = primordials;

const plain = require('web/window/plain_performance');
const { PerformanceNavigationTiming } = require('web/window/navigation_timing');
const { supportInstead } = require('internal/perf/observer');
const { PerformanceNavigation, PerformanceTiming, navigation, timing } = require('web/window/performance_timing');

supportInstead(['mark', 'measure', 'navigation']);
const { prototype } = plain.Performance;
prototype.toJSON = function toJSON() {
  return { timeOrigin: this.timeOrigin, timing: this.timing.toJSON(), navigation: this.navigation.toJSON() };
};
ObjectDefineProperties(prototype, {
  timing: { __proto__: null, enumerable: true, configurable: true, get: () => timing },
  navigation: { __proto__: null, enumerable: true, configurable: true, get: () => navigation },
});

module.exports = { ...plain, PerformanceNavigation, PerformanceNavigationTiming, PerformanceTiming };
