// The performance timeline: the marks and measures kept until they are
// cleared, and the reading of measure()'s many forms.
'use strict';

const {
  ArrayPrototypeFilter,
  ArrayPrototypePush,
  ArrayPrototypeShift,
  ArrayPrototypeSlice,
  ArrayPrototypeSort,
  MapPrototypeDelete,
  MapPrototypeGet,
  MapPrototypeSet,
  MathTrunc,
  SafeMap,
} = primordials;

const {
  codes: {
    ERR_PERFORMANCE_INVALID_TIMESTAMP,
    ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS,
  },
} = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { now } = require('internal/perf/clock');
const { PerformanceMark, measure: makeMeasure, resourceEntry } = require('internal/perf/entry');
const { enqueue } = require('internal/perf/observer');

const buffers = { __proto__: null, mark: [], measure: [], resource: [] };

// The entry of the page itself, in a loop that has one. It stays.
function setNavigation(entry) {
  buffers.navigation = [entry];
}

// As many as browsers keep, until the program says how many.
let resourceLimit = 250;
const MAX_LIMIT = 2 ** 32 - 1;

// The last mark of each name.
const lastMarks = new SafeMap();

function mark(name, options) {
  const entry = new PerformanceMark(name, options);
  MapPrototypeSet(lastMarks, entry.name, entry);
  ArrayPrototypePush(buffers.mark, entry);
  enqueue(entry);
  return entry;
}

function markResource(info, url, initiatorType, cacheMode, responseStatus, deliveryType) {
  const { codes: { ERR_INTERNAL_ASSERTION } } = require('internal/errors');
  if (cacheMode !== '' && cacheMode !== 'local') throw new ERR_INTERNAL_ASSERTION("cache must be an empty string or 'local'");
  const entry = resourceEntry(info, url, initiatorType, cacheMode, responseStatus, deliveryType);
  enqueue(entry);
  keepResource(entry);
  return entry;
}

// What finds no room waits until the program was told of it and had the chance to make some.
let overflow = [];
let isTelling = false;

function keepResource(entry) {
  if (buffers.resource.length < resourceLimit && !isTelling) {
    ArrayPrototypePush(buffers.resource, entry);
    return;
  }
  ArrayPrototypePush(overflow, entry);
  if (isTelling) return;
  isTelling = true;
  require('timers').setImmediate(tellFull);
}

function tellFull() {
  const { Event } = require('web/event_target');
  const { performance } = require('internal/perf/performance');
  while (overflow.length !== 0) {
    const before = overflow.length;
    if (buffers.resource.length >= resourceLimit) performance.dispatchEvent(new Event('resourcetimingbufferfull'));
    while (overflow.length !== 0 && buffers.resource.length < resourceLimit) {
      ArrayPrototypePush(buffers.resource, ArrayPrototypeShift(overflow));
    }
    // No room was made for any: what is left is lost.
    if (overflow.length === before) overflow = [];
  }
  isTelling = false;
}

// What is no whole number of entries is none.
function setResourceLimit(limit) {
  resourceLimit = typeof limit === 'number' && limit >= 1 && limit <= MAX_LIMIT ? MathTrunc(limit) : 0;
}

// A time: of a mark, of a milestone of the process, or given as it is.
function timeOf(value) {
  if (value === undefined) return undefined;
  if (typeof value === 'number') {
    if (value < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(value);
    return value;
  }
  const name = `${value}`;
  const { milestones } = require('internal/perf/milestones');
  const { names, timeOf: momentOf } = milestones();
  if (name in names) return momentOf(name);
  const found = MapPrototypeGet(lastMarks, name);
  if (found === undefined) {
    const { DOMException } = require('internal/errors/dom_exception');
    throw new DOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
  }
  return found.startTime;
}

function isOptions(value) {
  return value !== null && typeof value === 'object' &&
    (value.start !== undefined || value.end !== undefined || value.duration !== undefined || value.detail !== undefined);
}

function measure(name, startOrOptions, endMark) {
  name = `${name}`;
  const options = isOptions(startOrOptions) ? startOrOptions : undefined;
  if (options !== undefined) {
    if (endMark !== undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('endMark must not be specified');
    }
    if (options.start === undefined && options.end === undefined && options.duration === undefined &&
      options.detail === undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('One of options.start or options.end is required');
    }
    if (options.start !== undefined && options.end !== undefined && options.duration !== undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
        'Must not have options.start, options.end, and options.duration specified');
    }
  }
  const { start, end } = measuredSpan(options, typeof startOrOptions === 'object' ? undefined : startOrOptions, endMark);
  const entry = makeMeasure(name, start, end - start, options?.detail);
  ArrayPrototypePush(buffers.measure, entry);
  enqueue(entry);
  return entry;
}

function measuredSpan(options, startMark, endMark) {
  let end;
  if (endMark !== undefined) {
    end = timeOf(endMark);
  } else if (options?.end !== undefined) {
    end = timeOf(options.end);
  } else if (options?.start !== undefined && options.duration !== undefined) {
    validateNumber(options.duration, 'options.duration');
    end = timeOf(options.start) + options.duration;
  } else {
    end = now();
  }

  let start;
  if (options?.start !== undefined) {
    start = timeOf(options.start);
  } else if (options?.duration !== undefined && options.end !== undefined) {
    validateNumber(options.duration, 'options.duration');
    start = timeOf(options.end) - options.duration;
  } else {
    start = timeOf(startMark) ?? 0;
  }
  return { start, end };
}

function clear(type, name) {
  if (name === undefined) {
    buffers[type] = [];
    if (type === 'mark') lastMarks.clear();
    return;
  }
  name = `${name}`;
  buffers[type] = ArrayPrototypeFilter(buffers[type], (entry) => entry.name !== name);
  if (type === 'mark') MapPrototypeDelete(lastMarks, name);
}

// The entries in the order of their start, of one type and name where given.
function entries(name, type) {
  let list;
  if (type === undefined) {
    list = ArrayPrototypeSlice(buffers.mark);
    for (let i = 0; i < buffers.measure.length; i++) ArrayPrototypePush(list, buffers.measure[i]);
    for (let i = 0; i < buffers.resource.length; i++) ArrayPrototypePush(list, buffers.resource[i]);
    if (buffers.navigation !== undefined) ArrayPrototypePush(list, buffers.navigation[0]);
  } else {
    list = buffers[type] === undefined ? [] : ArrayPrototypeSlice(buffers[type]);
  }
  if (name !== undefined) list = ArrayPrototypeFilter(list, (entry) => entry.name === name);
  return ArrayPrototypeSort(list, (a, b) => a.startTime - b.startTime);
}

module.exports = { clear, entries, mark, markResource, measure, setNavigation, setResourceLimit };
