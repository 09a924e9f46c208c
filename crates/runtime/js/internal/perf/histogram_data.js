// What a histogram has counted: whole numbers with three significant digits, so that values that differ by less share a
// bucket. Histograms that were cloned have one such record in common.
'use strict';

const {
  ArrayPrototypeSort,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeSet,
  MathFloor,
  MathLog10,
  MathMax,
  MathMin,
  NumberMAX_SAFE_INTEGER,
  SafeMap,
} = primordials;

// What `min` is when nothing has been recorded.
const NO_MINIMUM = 9223372036854776000;

function bucketOf(value) {
  if (value < 1000) return value;
  const unit = 10 ** (MathFloor(MathLog10(value)) - 2);
  return MathFloor(value / unit) * unit;
}

class HistogramData {
  counts = new SafeMap();
  count = 0;
  min = NO_MINIMUM;
  max = 0;
  exceeds = 0;

  constructor(lowest = 1, highest = NumberMAX_SAFE_INTEGER) {
    this.lowest = lowest;
    this.highest = highest;
  }

  record(value, times = 1) {
    if (value > this.highest) {
      this.exceeds += times;
      return;
    }
    const bucket = bucketOf(value);
    MapPrototypeSet(this.counts, bucket, (MapPrototypeGet(this.counts, bucket) ?? 0) + times);
    this.count += times;
    this.min = MathMin(this.min, value);
    this.max = MathMax(this.max, value);
  }

  add(other) {
    const min = MathMin(this.min, other.min);
    const max = MathMax(this.max, other.max);
    MapPrototypeForEach(other.counts, (times, value) => this.record(value, times));
    this.min = min;
    this.max = max;
    this.exceeds += other.exceeds;
  }

  reset() {
    this.counts = new SafeMap();
    this.count = 0;
    this.min = NO_MINIMUM;
    this.max = 0;
    this.exceeds = 0;
  }

  sorted() {
    const values = [];
    MapPrototypeForEach(this.counts, (_times, value) => { values[values.length] = value; });
    return ArrayPrototypeSort(values, (a, b) => a - b);
  }

  // Another thread gets a copy: a plain list, and what it was made of.
  static pack(data) {
    const counts = [];
    MapPrototypeForEach(data.counts, (times, value) => {
      counts[counts.length] = value;
      counts[counts.length] = times;
    });
    const { lowest, highest, count, min, max, exceeds } = data;
    return { counts, lowest, highest, count, min, max, exceeds };
  }

  static unpack({ counts, lowest, highest, count, min, max, exceeds }) {
    const data = new HistogramData(lowest, highest);
    for (let i = 0; i < counts.length; i += 2) MapPrototypeSet(data.counts, counts[i], counts[i + 1]);
    data.count = count;
    data.min = min;
    data.max = max;
    data.exceeds = exceeds;
    return data;
  }
}

module.exports = { HistogramData, NO_MINIMUM, bucketOf };
