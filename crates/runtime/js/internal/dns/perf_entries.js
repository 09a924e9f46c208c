// How long looking names up takes, for observers of `dns` entries.
'use strict';

// Undefined if nobody looks.
function startOfEntry() {
  const { isObserved } = require('internal/perf/observer');
  return isObserved('dns') ? require('internal/perf/clock').now() : undefined;
}

function reportSince(start, name, detail) {
  if (start === undefined) return;
  const { now } = require('internal/perf/clock');
  const { nodeEntry } = require('internal/perf/entry');
  require('internal/perf/observer').enqueue(nodeEntry(name, 'dns', start, now() - start, detail));
}

module.exports = { reportSince, startOfEntry };
