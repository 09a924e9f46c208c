// The milestones of performance.nodeTiming come one after the other.
'use strict';

const { nodeTiming } = require('perf_hooks').performance;

const isOrdered = (names) => names.every((name, i) => i === 0 || nodeTiming[name] > nodeTiming[names[i - 1]]);
const start = ['startTime', 'nodeStart', 'v8Start', 'environment', 'bootstrapComplete'];
console.log(isOrdered(start), nodeTiming.loopStart, nodeTiming.loopExit);
setTimeout(() => console.log(isOrdered([...start, 'loopStart']), nodeTiming.loopExit), 5);
process.on('exit', () => console.log(isOrdered([...start, 'loopStart', 'loopExit', 'duration'])));
