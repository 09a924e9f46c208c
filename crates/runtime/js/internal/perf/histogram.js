// Histograms of whole numbers, with three significant digits: values that
// differ by less share a bucket.
'use strict';

const {
  ArrayPrototypeSort,
  BigInt,
  Map,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeSet,
  MathCeil,
  MathFloor,
  MathLog10,
  MathMax,
  MathMin,
  MathSqrt,
  NumberMAX_SAFE_INTEGER,
  SafeMap,
  SymbolFor,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');

// What `min` is when nothing has been recorded.
const NO_MINIMUM = 9223372036854776000;
const NO_MINIMUM_BIGINT = 9223372036854775807n;

function bucketOf(value) {
  if (value < 1000) return value;
  const unit = 10 ** (MathFloor(MathLog10(value)) - 2);
  return MathFloor(value / unit) * unit;
}

class Histogram {
  #counts = new SafeMap();
  #count = 0;
  #min = NO_MINIMUM;
  #max = 0;
  #exceeds = 0;
  #lowest;
  #highest;

  constructor(lowest = 1, highest = NumberMAX_SAFE_INTEGER) {
    this.#lowest = lowest;
    this.#highest = highest;
  }

  // Not for programs: those record through RecordableHistogram.
  recordValue(value, times = 1) {
    if (value > this.#highest) {
      this.#exceeds += times;
      return;
    }
    const bucket = bucketOf(value);
    MapPrototypeSet(this.#counts, bucket, (MapPrototypeGet(this.#counts, bucket) ?? 0) + times);
    this.#count += times;
    this.#min = MathMin(this.#min, value);
    this.#max = MathMax(this.#max, value);
  }

  addFrom(other) {
    const min = MathMin(this.#min, other.#min);
    const max = MathMax(this.#max, other.#max);
    MapPrototypeForEach(other.#counts, (times, value) => this.recordValue(value, times));
    this.#min = min;
    this.#max = max;
    this.#exceeds += other.#exceeds;
  }

  get count() { return this.#count; }
  get countBigInt() { return BigInt(this.#count); }
  get min() { return this.#min; }
  get minBigInt() { return this.#min === NO_MINIMUM ? NO_MINIMUM_BIGINT : BigInt(this.#min); }
  get max() { return this.#max; }
  get maxBigInt() { return BigInt(this.#max); }
  get exceeds() { return this.#exceeds; }
  get exceedsBigInt() { return BigInt(this.#exceeds); }

  get mean() {
    if (this.#count === 0) return NaN;
    let sum = 0;
    MapPrototypeForEach(this.#counts, (times, value) => { sum += value * times; });
    return sum / this.#count;
  }

  get stddev() {
    if (this.#count === 0) return NaN;
    const { mean } = this;
    let sum = 0;
    MapPrototypeForEach(this.#counts, (times, value) => { sum += (value - mean) ** 2 * times; });
    return MathSqrt(sum / this.#count);
  }

  #sorted() {
    const values = [];
    MapPrototypeForEach(this.#counts, (_times, value) => { values[values.length] = value; });
    return ArrayPrototypeSort(values, (a, b) => a - b);
  }

  percentile(percentile) {
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100)) {
      throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
    }
    const wanted = MathMax(MathCeil(percentile / 100 * this.#count), 1);
    let seen = 0;
    const values = this.#sorted();
    for (let i = 0; i < values.length; i++) {
      seen += MapPrototypeGet(this.#counts, values[i]);
      if (seen >= wanted) return values[i];
    }
    return 0;
  }

  percentileBigInt(percentile) {
    return BigInt(this.percentile(percentile));
  }

  // Percentiles at which the value changes, each step halving what is left.
  get percentiles() {
    const result = new Map();
    if (this.#count === 0) return MapPrototypeSet(result, 100, 0);
    MapPrototypeSet(result, 0, this.#min);
    for (let left = 50; ; left /= 2) {
      const at = 100 - left;
      const value = this.percentile(at);
      MapPrototypeSet(result, at, value);
      if (value >= bucketOf(this.#max)) break;
    }
    return MapPrototypeSet(result, 100, this.#max);
  }

  get percentilesBigInt() {
    const result = new Map();
    MapPrototypeForEach(this.percentiles, (value, at) => MapPrototypeSet(result, at, BigInt(value)));
    return result;
  }

  reset() {
    this.#counts = new SafeMap();
    this.#count = 0;
    this.#min = NO_MINIMUM;
    this.#max = 0;
    this.#exceeds = 0;
  }

  toJSON() {
    const percentiles = {};
    MapPrototypeForEach(this.percentiles, (value, at) => { percentiles[at] = value; });
    return {
      count: this.count,
      min: this.min,
      max: this.max,
      mean: this.mean,
      exceeds: this.exceeds,
      stddev: this.stddev,
      percentiles,
    };
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return `[${this.constructor.name}]`;
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Histogram ${inspect({
      min: this.min,
      max: this.max,
      mean: this.mean,
      exceeds: this.exceeds,
      stddev: this.stddev,
      count: this.count,
      percentiles: this.percentiles,
    }, inner)}`;
  }
}

class RecordableHistogram extends Histogram {
  #lastDelta;

  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor(lowest, highest) { super(lowest, highest); }

  record(value) {
    if (typeof value === 'bigint') value = Number(value);
    validateInteger(value, 'val', 1);
    this.recordValue(value);
  }

  // Records the time since the last call, in ns.
  recordDelta() {
    const at = now();
    if (this.#lastDelta !== undefined) this.recordValue(MathMax(MathFloor((at - this.#lastDelta) * 1e6), 1));
    this.#lastDelta = at;
  }

  add(other) {
    if (!(other instanceof RecordableHistogram)) {
      throw new ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    }
    this.addFrom(other);
  }
}

function createHistogram(options = { __proto__: null }) {
  validateObject(options, 'options');
  const { lowest = 1, highest = NumberMAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint') validateInteger(lowest, 'options.lowest', 1);
  if (typeof highest !== 'bigint') validateInteger(highest, 'options.highest', 2 * Number(lowest));
  validateInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(Number(lowest), Number(highest));
}

module.exports = { Histogram, RecordableHistogram, createHistogram };
