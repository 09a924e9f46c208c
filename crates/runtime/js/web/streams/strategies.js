// Queuing strategies: how much is enough, and how much one chunk is.
'use strict';

const { Number, NumberIsNaN, ObjectDefineProperties, ObjectDefineProperty, SymbolFor, SymbolToStringTag } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_MISSING_OPTION },
} = require('internal/errors');

// One function for all instances, as the standard has it.
const sizeOfBytes = ObjectDefineProperty((chunk) => chunk.byteLength, 'name', { __proto__: null, value: 'size' });
const sizeOfOne = ObjectDefineProperty(() => 1, 'name', { __proto__: null, value: 'size' });

function markOf(init) {
  if (init === null || (typeof init !== 'object' && typeof init !== 'function')) {
    throw new ERR_INVALID_ARG_TYPE('init', 'Object', init);
  }
  const { highWaterMark } = init;
  if (highWaterMark === undefined) throw new ERR_MISSING_OPTION('init.highWaterMark');
  return +highWaterMark;
}

const kInspect = SymbolFor('nodejs.util.inspect.custom');

class ByteLengthQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = markOf(init);
  }

  get highWaterMark() {
    if (!(#highWaterMark in this)) throw new ERR_INVALID_THIS('ByteLengthQueuingStrategy');
    return this.#highWaterMark;
  }

  get size() {
    if (!(#highWaterMark in this)) throw new ERR_INVALID_THIS('ByteLengthQueuingStrategy');
    return sizeOfBytes;
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'ByteLengthQueuingStrategy', { highWaterMark: this.highWaterMark }, depth, options);
  }
}

class CountQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = markOf(init);
  }

  get highWaterMark() {
    if (!(#highWaterMark in this)) throw new ERR_INVALID_THIS('CountQueuingStrategy');
    return this.#highWaterMark;
  }

  get size() {
    if (!(#highWaterMark in this)) throw new ERR_INVALID_THIS('CountQueuingStrategy');
    return sizeOfOne;
  }

  [kInspect](depth, options) {
    return inspectAs(this, 'CountQueuingStrategy', { highWaterMark: this.highWaterMark }, depth, options);
  }
}

// How the objects of web streams look: their class and a few words about their state.
function inspectAs(self, name, fields, depth, options) {
  if (depth < 0) return self;
  const { inspect } = require('internal/util/inspect');
  return `${name} ${inspect(fields, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
}

// The high water mark of a strategy, or what is usual.
function extractMark(highWaterMark, usual) {
  if (highWaterMark === undefined) return usual;
  const mark = Number(highWaterMark);
  if (NumberIsNaN(mark) || mark < 0) throw new ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark', highWaterMark);
  return mark;
}

// The function that says how much a chunk is; undefined stands for one that says 1.
function extractSize(size) {
  if (size === undefined || size === sizeOfOne) return undefined;
  if (typeof size !== 'function') throw new ERR_INVALID_ARG_TYPE('strategy.size', 'Function', size);
  return size;
}

function checkSize(size) {
  const number = +size;
  if (NumberIsNaN(number) || number < 0 || number === Infinity) throw new ERR_INVALID_ARG_VALUE.RangeError('size', size);
  return number;
}

// What every class of the web has: its name as a tag, and members that can be listed.
function describe(Class, members) {
  const properties = {
    __proto__: null,
    [SymbolToStringTag]: { __proto__: null, value: Class.name, configurable: true },
  };
  for (let i = 0; i < members.length; i++) properties[members[i]] = { __proto__: null, enumerable: true };
  ObjectDefineProperties(Class.prototype, properties);
}

describe(ByteLengthQueuingStrategy, ['highWaterMark', 'size']);
describe(CountQueuingStrategy, ['highWaterMark', 'size']);

module.exports = {
  ByteLengthQueuingStrategy, CountQueuingStrategy, checkSize, describe, extractMark, extractSize, inspectAs, kInspect,
};
