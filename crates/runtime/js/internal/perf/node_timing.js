// performance.nodeTiming: the milestones of the process on the clock of
// performance.now(). The engine and the environment are set up in one go
// before the first builtin runs, so those milestones are one; and no program
// runs after the loop has been left.
'use strict';

const { ObjectDefineProperties, SymbolFor } = primordials;

const { now } = require('internal/perf/clock');
const { bootstrapComplete, idleTime, loopStart } = internalBinding('performance');

const milestones = {
  __proto__: null,
  get nodeStart() { return 0; },
  get v8Start() { return 0; },
  get environment() { return 0; },
  get bootstrapComplete() { return bootstrapComplete(); },
  get loopStart() { return loopStart(); },
  get loopExit() { return -1; },
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
      idleTime: get(idleTime),
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
