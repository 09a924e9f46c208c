'use strict';

// The array-like helpers of Readable: map, filter, take, reduce and their kin. Each that gives a
// stream gives `Readable.from` of an async generator; each that gives a value gives a promise.

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  MathFloor,
  Number,
  NumberIsNaN,
  Promise,
  PromisePrototypeThen,
  PromiseReject,
  TypeError,
} = primordials;

const {
  AbortError,
  codes: { ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const {
  validateAbortSignal,
  validateFunction,
  validateInteger,
  validateObject,
} = require('internal/validators');

function checkOptions(options) {
  if (options != null) validateObject(options, 'options');
  if (options?.signal != null) validateAbortSignal(options.signal, 'options.signal');
}

function abortErrorOf(signal) {
  return new AbortError(undefined, { cause: signal.reason });
}

const readableFrom = (generator) => require('internal/stream/readable').Readable.from(generator);

// Runs `fn` on up to `concurrency` chunks at a time and gives the results in order.
function map(stream, fn, options) {
  return readableFrom(results(stream, fn, options));
}

// The same without a stream around it, which would read ahead of who wants no more.
function results(stream, fn, options) {
  validateFunction(fn, 'fn');
  checkOptions(options);
  const concurrency = options?.concurrency != null ? MathFloor(options.concurrency) : 1;
  validateInteger(concurrency, 'options.concurrency', 1);
  const ahead = options?.highWaterMark != null ? MathFloor(options.highWaterMark) : concurrency - 1;
  validateInteger(ahead, 'options.highWaterMark', 0);
  return mapped(stream, fn, options?.signal, concurrency, concurrency + ahead);
}

// A pump reads ahead and starts `fn`, at most `concurrency` at a time and `limit` results waiting; the
// generator hands the results out in order.
async function* mapped(stream, fn, outerSignal, concurrency, limit) {
  const { AbortController, AbortSignal, dependOn } = require('web/abort_controller');
  const controller = new AbortController();
  const signal = outerSignal ? dependOn(AbortSignal, [outerSignal, controller.signal]) : controller.signal;
  const queue = [];
  let running = 0;
  let stopped = false;
  let wakePump;
  let wakeConsumer;

  const awaken = () => {
    if (wakePump !== undefined && !stopped && running < concurrency && queue.length < limit) {
      wakePump();
      wakePump = undefined;
    }
  };
  const onSettled = () => {
    running--;
    awaken();
  };
  const announce = () => {
    wakeConsumer?.();
    wakeConsumer = undefined;
  };

  async function pump() {
    try {
      for await (const chunk of stream) {
        if (stopped) return;
        if (signal.aborted) throw new AbortError();
        const result = (async () => fn(chunk, { signal }))();
        running++;
        PromisePrototypeThen(result, onSettled, () => {
          stopped = true;
          onSettled();
        });
        ArrayPrototypePush(queue, result);
        announce();
        if (!stopped && (queue.length >= limit || running >= concurrency)) {
          await new Promise((resolve) => { wakePump = resolve; });
          if (stopped) return;
        }
      }
      ArrayPrototypePush(queue, kEnd);
    } catch (error) {
      const failure = PromiseReject(error);
      PromisePrototypeThen(failure, undefined, () => {});
      ArrayPrototypePush(queue, failure);
    } finally {
      stopped = true;
      announce();
    }
  }

  pump();
  try {
    while (true) {
      while (queue.length > 0) {
        const value = await queue[0];
        if (value === kEnd) return;
        if (signal.aborted) throw new AbortError();
        if (value !== kEmpty) yield value;
        ArrayPrototypeShift(queue);
        awaken();
      }
      await new Promise((resolve) => { wakeConsumer = resolve; });
    }
  } finally {
    stopped = true;
    controller.abort();
    wakePump?.();
    wakePump = undefined;
  }
}

const kEnd = { __proto__: null };
const kEmpty = { __proto__: null };

function filter(stream, fn, options) {
  return readableFrom(passing(stream, fn, options));
}

function passing(stream, fn, options) {
  validateFunction(fn, 'fn');
  return results(stream, async (value, options) => (await fn(value, options) ? value : kEmpty), options);
}

async function forEach(stream, fn, options) {
  validateFunction(fn, 'fn');
  const all = results(stream, async (value, options) => {
    await fn(value, options);
    return kEmpty;
  }, options);
  for await (const item of all) void item;
}

async function toArray(stream, options) {
  checkOptions(options);
  const result = [];
  for await (const chunk of stream) {
    if (options?.signal?.aborted) throw abortErrorOf(options.signal);
    ArrayPrototypePush(result, chunk);
  }
  return result;
}

async function find(stream, fn, options) {
  for await (const chunk of passing(stream, fn, options)) return chunk;
  return undefined;
}

async function some(stream, fn, options) {
  for await (const chunk of passing(stream, fn, options)) {
    void chunk;
    return true;
  }
  return false;
}

async function every(stream, fn, options) {
  validateFunction(fn, 'fn');
  return !(await some(stream, async (value, options) => !(await fn(value, options)), options));
}

function flatMap(stream, fn, options) {
  const values = results(stream, fn, options);
  return readableFrom((async function*() {
    for await (const value of values) yield* value;
  })());
}

function toCount(number) {
  number = Number(number);
  if (NumberIsNaN(number)) return 0;
  if (number < 0) throw new ERR_OUT_OF_RANGE('number', '>= 0', number);
  return number;
}

function drop(stream, number, options) {
  checkOptions(options);
  let left = toCount(number);
  return readableFrom((async function*() {
    if (options?.signal?.aborted) throw abortErrorOf(options.signal);
    for await (const chunk of stream) {
      if (options?.signal?.aborted) throw abortErrorOf(options.signal);
      if (left-- <= 0) yield chunk;
    }
  })());
}

function take(stream, number, options) {
  checkOptions(options);
  let left = toCount(number);
  return readableFrom((async function*() {
    if (options?.signal?.aborted) throw abortErrorOf(options.signal);
    for await (const chunk of stream) {
      if (options?.signal?.aborted) throw abortErrorOf(options.signal);
      if (left-- > 0) yield chunk;
      if (left <= 0) return;
    }
  })());
}

async function reduce(stream, reducer, initialValue, options) {
  validateFunction(reducer, 'reducer');
  checkOptions(options);
  let hasInitial = arguments.length > 2;
  if (options?.signal?.aborted) {
    const error = abortErrorOf(options.signal);
    stream.once('error', () => {});
    await new Promise((resolve) => {
      require('internal/stream/finished').finished(stream.destroy(error), () => resolve());
    });
    throw error;
  }
  let accumulated = initialValue;
  for await (const chunk of stream) {
    if (options?.signal?.aborted) throw abortErrorOf(options.signal);
    if (hasInitial) {
      accumulated = await reducer(accumulated, chunk, { signal: options?.signal });
    } else {
      hasInitial = true;
      accumulated = chunk;
    }
  }
  if (!hasInitial) {
    const error = new TypeError('Reduce of an empty stream requires an initial value');
    error.code = 'ERR_MISSING_ARGS';
    throw error;
  }
  return accumulated;
}

function compose(stream, other, options) {
  if (options != null) validateObject(options, 'options');
  if (options?.signal != null) validateAbortSignal(options.signal, 'options.signal');
  const { isNodeStream, isWritable } = require('internal/stream/inspect_state');
  if (isNodeStream(other) && !isWritable(other)) {
    throw new ERR_INVALID_ARG_VALUE('stream', other, 'must be writable');
  }
  const composed = require('internal/stream/compose').compose(stream, other);
  if (options?.signal) {
    require('internal/stream/abort_signal').attachAbortSignal(options.signal, composed);
  }
  return composed;
}

module.exports = {
  compose,
  drop,
  every,
  filter,
  find,
  flatMap,
  forEach,
  map,
  reduce,
  some,
  take,
  toArray,
};
