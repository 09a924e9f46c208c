// The clocks of a page. The twin of `internal/perf/clock`: what a script can read is coarse, so that it can not tell what others
// leave in the caches of the machine; in a page that is isolated from other origins less so. The loop itself counts exactly.
'use strict';

const { MathFloor } = primordials;

const { loop, values } = internalBinding('options');
const { timeOrigin: originMs } = internalBinding('performance');
const { uptime } = internalBinding('process');

// --cross-origin-isolated is the word of whoever serves the page.
const isIsolated = values['--cross-origin-isolated'] === true;
const stepUs = isIsolated ? loop.isolatedClockStepUs : loop.clockStepUs;

function coarse(ms) {
  return MathFloor(ms * 1000 / stepUs) * stepUs / 1000;
}

function exactNow() {
  return uptime() * 1000;
}

// When the document of a frame began to come, on the loop's clock.
let startMs = 0;

function start(ms) {
  startMs = ms;
}

// A moment of the loop's clock as a script sees it.
function shown(exact) {
  return coarse(exact - startMs);
}

function now() {
  return shown(exactNow());
}

function timeOrigin() {
  return coarse(originMs() + startMs);
}

module.exports = { coarse, exactNow, isIsolated, now, shown, start, timeOrigin };
