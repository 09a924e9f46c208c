// `.loop`: what waits in the loop's queues, and what keeps it alive.
//
// Ticks and promises are not among them: their queues are empty whenever a line can be typed.
'use strict';

const { ArrayPrototypeSort, MathMax, ObjectKeys, StringPrototypePadEnd } = primordials;

const timers = internalBinding('timers');

const NAME_WIDTH = 22;

// What the REPL itself keeps alive is not the program's.
const OWN = 'TTYWrap';

function count(names) {
  const counts = { __proto__: null };
  for (let i = 0; i < names.length; i++) counts[names[i]] = (counts[names[i]] ?? 0) + 1;
  return counts;
}

const row = (name, text) => `  ${StringPrototypePadEnd(name, NAME_WIDTH)}${text}\n`;

function queues(resources) {
  const { clock, immediateInfo, timerInfo } = timers;
  timers.updateNow();
  const next = clock[timers.NEXT_EXPIRY];
  const due = next > 0 && next !== Infinity ? `, the next due in ${MathMax(0, next - clock[timers.NOW])} ms` : '';
  const waiting = timerInfo[timers.REF_COUNT];
  const polled = (resources.FSReqCallback ?? 0) + (resources.FSReqPromise ?? 0) + (resources.GetAddrInfoReqWrap ?? 0);
  return row('timers', `${waiting} that keep the loop alive${waiting === 0 ? '' : due}`) +
    row('poll', `${polled} request${polled === 1 ? '' : 's'} of files and names under way`) +
    row('check (setImmediate)', `${immediateInfo[timers.COUNT]} waiting`);
}

function alive(resources) {
  const names = ArrayPrototypeSort(ObjectKeys(resources));
  let text = '';
  for (let i = 0; i < names.length; i++) text += row(names[i], `${resources[names[i]]}${names[i] === OWN ? ' (this terminal)' : ''}`);
  return text === '' ? '  nothing\n' : text;
}

function show(server) {
  const resources = count(process.getActiveResourcesInfo());
  const { idle, active } = require('perf_hooks').performance.eventLoopUtilization();
  server.output.write(
    `Queues, in the order of a turn:\n${queues(resources)}Alive:\n${alive(resources)}` +
    `The loop has waited ${idle.toFixed(0)} ms and worked ${active.toFixed(0)} ms.\n`);
  server.displayPrompt();
}

module.exports = { show };
