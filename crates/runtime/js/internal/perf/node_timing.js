// performance.nodeTiming: the milestones of the process on the clock of
// performance.now().
'use strict';

const { ObjectDefineProperties, SymbolFor } = primordials;

const { now } = require('internal/perf/clock');
const binding = internalBinding('performance');

const milestones = {
  __proto__: null,
  get nodeStart() { return binding.milestones()[0]; },
  get v8Start() { return binding.milestones()[1]; },
  get environment() { return binding.milestones()[2]; },
  get bootstrapComplete() { return binding.milestones()[3]; },
  get loopStart() { return binding.milestones()[4]; },
  get loopExit() { return binding.milestones()[5]; },
};

class PerformanceNodeTiming {
  constructor() {
    const get = (read) => ({ __proto__: null, enumerable: true, configurable: true, get: read });
    ObjectDefineProperties(this, {
      name: { __proto__: null, enumerable: true, configurable: true, value: 'node' },
      entryType: { __proto__: null, enumerable: true, configurable: true, value: 'node' },
      startTime: { __proto__: null, enumerable: true, configurable: true, value: 0 },
      duration: get(now),
      nodeStart: get(() => milestones.nodeStart),
      v8Start: get(() => milestones.v8Start),
      bootstrapComplete: get(() => milestones.bootstrapComplete),
      environment: get(() => milestones.environment),
      loopStart: get(() => milestones.loopStart),
      loopExit: get(() => milestones.loopExit),
      idleTime: get(() => binding.idleTime()),
    });
  }

  toJSON() {
    return { ...this };
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return `[${this.constructor.name}]`;
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `${this.constructor.name} ${inspect(this.toJSON(), inner)}`;
  }
}

module.exports = { milestones, nodeTiming: new PerformanceNodeTiming() };
