// Histograms as programs see them, over what they have counted (histogram_data.js).
'use strict';

const {
  BigInt,
  Map,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeSet,
  MathCeil,
  MathFloor,
  MathMax,
  MathSqrt,
  Number,
  NumberMAX_SAFE_INTEGER,
  Symbol,
  SymbolFor,
} = primordials;

const {
  codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');
const { HistogramData, NO_MINIMUM, bucketOf } = require('internal/perf/histogram_data');

const NO_MINIMUM_BIGINT = 9223372036854775807n;

// Only this file and what it gives this to make histograms.
const kConstruct = Symbol('construct');

// What a histogram shows; undefined for anything else.
let dataOf;

class Histogram {
  #data;

  constructor(key, data) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#data = data;
  }

  static {
    dataOf = (value) => (value !== null && typeof value === 'object' && #data in value ? value.#data : undefined);
  }

  get count() { return this.#data.count; }
  get countBigInt() { return BigInt(this.#data.count); }
  get min() { return this.#data.min; }
  get minBigInt() { return this.#data.min === NO_MINIMUM ? NO_MINIMUM_BIGINT : BigInt(this.#data.min); }
  get max() { return this.#data.max; }
  get maxBigInt() { return BigInt(this.#data.max); }
  get exceeds() { return this.#data.exceeds; }
  get exceedsBigInt() { return BigInt(this.#data.exceeds); }

  get mean() {
    if (this.#data.count === 0) return NaN;
    let sum = 0;
    MapPrototypeForEach(this.#data.counts, (times, value) => { sum += value * times; });
    return sum / this.#data.count;
  }

  get stddev() {
    if (this.#data.count === 0) return NaN;
    const { mean } = this;
    let sum = 0;
    MapPrototypeForEach(this.#data.counts, (times, value) => { sum += (value - mean) ** 2 * times; });
    return MathSqrt(sum / this.#data.count);
  }

  percentile(percentile) {
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100)) {
      throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
    }
    const wanted = MathMax(MathCeil(percentile / 100 * this.#data.count), 1);
    let seen = 0;
    const values = this.#data.sorted();
    for (let i = 0; i < values.length; i++) {
      seen += MapPrototypeGet(this.#data.counts, values[i]);
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
    if (this.#data.count === 0) return MapPrototypeSet(result, 100, 0);
    MapPrototypeSet(result, 0, this.#data.min);
    for (let left = 50; ; left /= 2) {
      const at = 100 - left;
      const value = this.percentile(at);
      MapPrototypeSet(result, at, value);
      if (value >= bucketOf(this.#data.max)) break;
    }
    return MapPrototypeSet(result, 100, this.#data.max);
  }

  get percentilesBigInt() {
    const result = new Map();
    MapPrototypeForEach(this.percentiles, (value, at) => MapPrototypeSet(result, at, BigInt(value)));
    return result;
  }

  reset() { this.#data.reset(); }

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
  constructor(key, data) { super(key, data); }

  record(value) {
    if (typeof value === 'bigint') value = Number(value);
    validateInteger(value, 'val', 1);
    dataOf(this).record(value);
  }

  // Records the time since the last call, in ns.
  recordDelta() {
    const at = now();
    if (this.#lastDelta !== undefined) dataOf(this).record(MathMax(MathFloor((at - this.#lastDelta) * 1e6), 1));
    this.#lastDelta = at;
  }

  add(other) {
    if (!(other instanceof RecordableHistogram)) {
      throw new ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    }
    dataOf(this).add(dataOf(other));
  }
}

function checkRange(lowest, highest, figures) {
  if (typeof lowest !== 'bigint') validateInteger(lowest, 'options.lowest', 1);
  if (typeof highest !== 'bigint') validateInteger(highest, 'options.highest');
  if (highest < 2n * BigInt(lowest)) {
    throw new ERR_OUT_OF_RANGE('options.highest', `>= 2 * options.lowest (${2n * BigInt(lowest)}n)`, highest);
  }
  validateInteger(figures, 'options.figures', 1, 5);
}

function checkedData({ lowest = 1, highest = NumberMAX_SAFE_INTEGER, figures = 3 }) {
  checkRange(lowest, highest, figures);
  return new HistogramData(Number(lowest), Number(highest));
}

function createHistogram(options = { __proto__: null }) {
  validateObject(options, 'options');
  return new RecordableHistogram(kConstruct, checkedData(options));
}

function importHistogram() {
  throw new ERR_METHOD_NOT_IMPLEMENTED('perf_hooks.importHistogram()');
}

// A clone on the same thread shows the same record; that of a monitor of the loop is a plain histogram, which cannot be started.
const kinds = [{
  __proto__: null,
  name: 'RecordableHistogram',
  is: (value) => value instanceof RecordableHistogram && dataOf(value) !== undefined,
  clone: (histogram) => new RecordableHistogram(kConstruct, dataOf(histogram)),
  pack: (histogram) => HistogramData.pack(dataOf(histogram)),
  unpack: (packed) => new RecordableHistogram(kConstruct, HistogramData.unpack(packed)),
}, {
  __proto__: null,
  name: 'Histogram',
  is: (value) => dataOf(value) !== undefined,
  clone: (histogram) => new Histogram(kConstruct, dataOf(histogram)),
  pack: (histogram) => HistogramData.pack(dataOf(histogram)),
  unpack: (packed) => new Histogram(kConstruct, HistogramData.unpack(packed)),
}];

module.exports = { Histogram, RecordableHistogram, checkedData, createHistogram, dataOf, importHistogram, kConstruct, kinds };
