// `.loop`: what waits in the loop's queues, and what keeps it alive.
'use strict';

const { ArrayPrototypeSort, ObjectKeys, StringPrototypePadEnd } = primordials;

function count(names) {
  const counts = { __proto__: null };
  for (let i = 0; i < names.length; i++) counts[names[i]] = (counts[names[i]] ?? 0) + 1;
  return counts;
}

// What the REPL itself keeps alive is not the program's.
const OWN = 'TTYWrap';

function report() {
  const resources = count(process.getActiveResourcesInfo());
  const lines = [];
  const add = (name, text) => {
    lines[lines.length] = `  ${StringPrototypePadEnd(name, 22)}${text}`;
  };
  const names = ArrayPrototypeSort(ObjectKeys(resources));
  for (let i = 0; i < names.length; i++) add(names[i], `${resources[names[i]]}${names[i] === OWN ? ' (this terminal)' : ''}`);
  if (lines.length === 0) lines[0] = '  nothing';
  const { performance } = require('perf_hooks');
  const { idle, active, utilization } = performance.eventLoopUtilization();
  const { loopCount } = performance.nodeTiming.uvMetricsInfo;
  return `Alive:\n${lines.join('\n')}\n` +
    `Turns so far: ${loopCount}; waited ${idle.toFixed(0)} ms, worked ${active.toFixed(0)} ms (${(utilization * 100).toFixed(1)} %).\n` +
    'Of one turn: timers, pending callbacks, poll, check (setImmediate), closing; ticks and promises after each callback.\n';
}

function show(server) {
  server.output.write(report());
  server.displayPrompt();
}

module.exports = { show };
