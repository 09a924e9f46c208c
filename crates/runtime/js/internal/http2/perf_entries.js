// How sessions and streams went, for observers of `http2` entries.
'use strict';

const { MathRound } = primordials;

const native = internalBinding('http2');
const observed = require('internal/perf/observed');

// Node subtracts the start from times that were never set, in 64 bits.
const WRAPPED_MS = 2 ** 64 / 1e6;

function isObserved() {
  return observed.any && require('internal/perf/observer').isObserved('http2');
}

function report(name, duration, detail) {
  const { now } = require('internal/perf/clock');
  const { nodeEntry } = require('internal/perf/entry');
  require('internal/perf/observer').enqueue(nodeEntry(name, 'http2', now() - duration, duration, detail));
}

// A stream is about to be forgotten; `of` is its session's state.
function reportStream(of, id) {
  if (!isObserved()) return;
  const numbers = native.streamStatistics(of.handle, id);
  if (numbers === undefined) return;
  const duration = numbers[2];
  of.streamDuration = duration;
  const time = process.hrtime();
  const unset = WRAPPED_MS - (time[0] * 1e3 + time[1] / 1e6 - duration);
  report('Http2Stream', duration, {
    bytesRead: numbers[0],
    bytesWritten: numbers[1],
    id,
    // Nothing in Node sets it.
    timeToFirstByte: unset,
    timeToFirstByteSent: numbers[4] < 0 ? unset : numbers[4],
    timeToFirstHeader: numbers[3] < 0 ? unset : numbers[3],
  });
}

function reportSession(of) {
  if (!isObserved()) return;
  const numbers = native.sessionStatistics(of.handle);
  const streamCount = numbers[4];
  const { now } = require('internal/perf/clock');
  report('Http2Session', now() - of.start, {
    bytesWritten: numbers[3],
    bytesRead: numbers[2],
    framesReceived: numbers[0],
    framesSent: numbers[1],
    maxConcurrentStreams: numbers[5],
    pingRTT: MathRound(of.pingDuration * 1e6),
    // Of the last stream, over all of them, as Node has it.
    streamAverageDuration: streamCount === 0 ? 0 : of.streamDuration / streamCount,
    streamCount,
    type: of.isServer ? 'server' : 'client',
  });
}

module.exports = { reportSession, reportStream };
