// How busy the loop is: eventLoopUtilization and monitorEventLoopDelay.
'use strict';

const { MathMax, MathRound, SymbolDispose } = primordials;

const { validateInteger, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');

const binding = internalBinding('performance');

// Milliseconds that the loop has waited in poll.
function idleTime() {
  return binding.idleTime();
}

function usage(idle, active) {
  return { idle, active, utilization: idle + active > 0 ? active / (idle + active) : 0 };
}

// The share of time in which the loop was not waiting: since it started, since
// one earlier answer, or between two.
function eventLoopUtilization(later = undefined, earlier = undefined) {
  const loopStart = binding.milestones()[4];
  if (loopStart <= 0) return usage(0, 0);
  if (earlier !== undefined) return usage(later.idle - earlier.idle, later.active - earlier.active);
  const idle = idleTime();
  const active = MathMax(now() - loopStart - idle, 0);
  if (later === undefined) return usage(idle, active);
  return usage(idle - later.idle, active - later.active);
}

function makeDelayHistogram(resolution) {
  const { Histogram, dataOf, kConstruct } = require('internal/perf/histogram');
  const { HistogramData } = require('internal/perf/histogram_data');
  const timers = require('timers');

  class ELDHistogram extends Histogram {
    #timer;
    #last;

    // Written out: the engine's default constructor asks the program's array iterator for its arguments.
    constructor(key) { super(key, new HistogramData()); }

    // A timer of that resolution: what it comes late by is the delay.
    enable() {
      if (this.#timer !== undefined) return false;
      this.#last = now();
      this.#timer = timers.setInterval(() => {
        const at = now();
        dataOf(this).record(MathMax(MathRound((at - this.#last) * 1e6), 1));
        this.#last = at;
      }, resolution);
      this.#timer.unref();
      return true;
    }

    disable() {
      if (this.#timer === undefined) return false;
      timers.clearInterval(this.#timer);
      this.#timer = undefined;
      return true;
    }

    [SymbolDispose]() {
      this.disable();
    }
  }
  return new ELDHistogram(kConstruct);
}

function monitorEventLoopDelay(options = { __proto__: null }) {
  validateObject(options, 'options');
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  return makeDelayHistogram(resolution);
}

module.exports = { eventLoopUtilization, idleTime, monitorEventLoopDelay, usage };
