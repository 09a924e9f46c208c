// performance.timerify: a function that also tells observers of 'function'
// entries how long each call took. A promise is timed until it settles.
'use strict';

const {
  MathCeil,
  ObjectDefineProperties,
  PromisePrototypeThen,
  ReflectApply,
  ReflectConstruct,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { isPromise } = require('internal/util/types');
const { now } = require('internal/perf/clock');
const { functionEntry } = require('internal/perf/entry');
const { RecordableHistogram } = require('internal/perf/histogram');
const { enqueue, isObserved } = require('internal/perf/observer');

function report(name, start, histogram, args) {
  const duration = now() - start;
  histogram?.record(duration > 0 ? MathCeil(duration * 1e6) : 1);
  if (isObserved('function')) enqueue(functionEntry(name, start, duration, args));
}

function timerify(fn, options = { __proto__: null }) {
  validateFunction(fn, 'fn');
  validateObject(options, 'options');
  const { histogram } = options;
  if (histogram !== undefined && !(histogram instanceof RecordableHistogram)) {
    throw new ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);
  }

  function timed(...args) {
    const start = now();
    const result = new.target ? ReflectConstruct(fn, args, fn) : ReflectApply(fn, this, args);
    if (!new.target && isPromise(result)) {
      return PromisePrototypeThen(result, (value) => {
        report(fn.name, start, histogram, args);
        return value;
      });
    }
    report(fn.name, start, histogram, args);
    return result;
  }
  ObjectDefineProperties(timed, {
    length: { __proto__: null, configurable: false, enumerable: true, value: fn.length },
    name: { __proto__: null, configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
  return timed;
}

module.exports = { timerify };
