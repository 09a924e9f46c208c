// The clock of performance.now(): milliseconds, with fractions, since the
// process began.
'use strict';

const { DateNow } = primordials;

const { uptime } = internalBinding('process');

function now() {
  return uptime() * 1000;
}

let origin;

// When the clock was at 0, in milliseconds of the Unix epoch.
function timeOrigin() {
  return origin ??= DateNow() - now();
}

module.exports = { now, timeOrigin };
