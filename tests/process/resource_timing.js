// What a client that fetches tells of a resource becomes an entry, for observers and in the list.
'use strict';

const { performance, PerformanceObserver, PerformanceResourceTiming } = require('node:perf_hooks');

const info = {
  startTime: 1, redirectStartTime: 0, redirectEndTime: 0, postRedirectStartTime: 2, finalServiceWorkerStartTime: 0, finalNetworkRequestStartTime: 3,
  finalNetworkResponseStartTime: 4, endTime: 5, encodedBodySize: 10, decodedBodySize: 11,
  finalConnectionTimingInfo: { domainLookupStartTime: 1, domainLookupEndTime: 1, connectionStartTime: 1, connectionEndTime: 2, secureConnectionStartTime: 0, ALPNNegotiatedProtocol: 'http/1.1' },
};
const { markResourceTiming } = performance;
new PerformanceObserver((list) => console.log('observed', list.getEntries().map(({ name, responseStatus }) => [name, responseStatus]))).observe({ entryTypes: ['resource'] });
const entry = markResourceTiming(info, 'http://example.com/', 'fetch', globalThis, '', '', 200);
console.log(entry, entry instanceof PerformanceResourceTiming, Object.prototype.toString.call(entry));
console.log(JSON.stringify(entry), entry.transferSize, entry.nextHopProtocol);
console.log(performance.getEntriesByType('resource').length, performance.getEntriesByName('http://example.com/').length);
performance.clearResourceTimings();
performance.setResourceTimingBufferSize(1);
for (let i = 0; i < 3; i++) markResourceTiming(info, `http://example.com/${i}`, 'fetch', globalThis, 'local', '', 200);
console.log(performance.getEntriesByType('resource').map(({ name, transferSize }) => [name, transferSize]));
