// A histogram of what was recorded last: the window is made of chunks, the oldest of which is forgotten when a new one begins.
// A chunk is full after so many records, or after so many milliseconds.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeShift, MathFloor, MathMin, Number, NumberMAX_SAFE_INTEGER, SymbolFor } = primordials;

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInteger, validateObject } = require('internal/validators');
const { now } = require('internal/perf/clock');
const { Histogram, checkedData, kConstruct } = require('internal/perf/histogram');
const { HistogramData } = require('internal/perf/histogram_data');

const MAX_CHUNKS = 1024;
// Nanoseconds have to fit into 64 bits.
const MAX_CHUNK_MS = 18446744073709;

class SlidingWindowHistogram {
  #limits;
  #chunks = [];
  #maxChunks;
  #chunkMs;
  #recordsPerChunk;
  // Of the newest chunk.
  #records = 0;
  #began = 0;

  constructor(key, limits, maxChunks, chunkMs, recordsPerChunk) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#limits = limits;
    this.#maxChunks = maxChunks;
    this.#chunkMs = chunkMs;
    this.#recordsPerChunk = recordsPerChunk;
    this.#start();
  }

  #start() {
    this.#chunks = [];
    this.#began = now();
    this.#push();
  }

  #push() {
    const { lowest, highest } = this.#limits;
    ArrayPrototypePush(this.#chunks, new HistogramData(lowest, highest));
    if (this.#chunks.length > this.#maxChunks) ArrayPrototypeShift(this.#chunks);
    this.#records = 0;
  }

  // Begins the chunks that are due.
  #turn() {
    if (this.#chunkMs === undefined) {
      if (this.#records >= this.#recordsPerChunk) this.#push();
      return;
    }
    const passed = MathFloor((now() - this.#began) / this.#chunkMs);
    this.#began += passed * this.#chunkMs;
    for (let i = MathMin(passed, this.#maxChunks); i > 0; i--) this.#push();
  }

  record(val) {
    if (typeof val !== 'bigint') validateInteger(val, 'val', 1);
    this.#turn();
    this.#chunks[this.#chunks.length - 1].record(Number(val));
    this.#records++;
  }

  // What the window holds, as a histogram of its own.
  snapshot() {
    if (this.#chunkMs !== undefined) this.#turn();
    const { lowest, highest } = this.#limits;
    const sum = new HistogramData(lowest, highest);
    for (let i = 0; i < this.#chunks.length; i++) sum.add(this.#chunks[i]);
    return new Histogram(kConstruct, sum);
  }

  reset() {
    this.#start();
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth) {
    return depth < 0 ? '[SlidingWindowHistogram]' : 'SlidingWindowHistogram {}';
  }
}

function createSlidingWindowHistogram(options) {
  validateObject(options, 'options');
  const { chunks, chunkDuration, recordsPerChunk } = options;
  validateInteger(chunks, 'options.chunks', 1, MAX_CHUNKS);
  const limits = checkedData(options);
  if ((chunkDuration === undefined) === (recordsPerChunk === undefined)) {
    throw new ERR_INVALID_ARG_VALUE('options', options, 'must specify exactly one of "chunkDuration" or "recordsPerChunk"');
  }
  if (chunkDuration !== undefined) validateInteger(chunkDuration, 'options.chunkDuration', 1, MAX_CHUNK_MS);
  else validateInteger(recordsPerChunk, 'options.recordsPerChunk', 1, NumberMAX_SAFE_INTEGER);
  return new SlidingWindowHistogram(kConstruct, limits, chunks, chunkDuration, recordsPerChunk);
}

module.exports = { createSlidingWindowHistogram };
