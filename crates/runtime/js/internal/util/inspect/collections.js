// The entries of arrays, typed arrays, sets, maps, iterators and buffers.
'use strict';

const {
  ArrayPrototypeSort,
  MapPrototypeEntries,
  MapPrototypeGetSize,
  MathMax,
  MathMin,
  NumberPrototypeToString,
  ObjectGetOwnPropertyDescriptor,
  ObjectKeys,
  RegExpPrototypeExec,
  SafeMap,
  SafeSet,
  SetPrototypeGetSize,
  SetPrototypeValues,
  TypedArrayPrototypeGetLength,
  Uint8Array,
} = primordials;
const { formatBigInt, formatNumber } = require('internal/util/inspect/primitives');
const { formatDetail, formatElement } = require('internal/util/inspect/properties');
const { Entries, assemble } = require('internal/util/inspect/layout');

const nextOfMap = primordials.uncurryThis(new SafeMap().entries().next);
const nextOfSet = primordials.uncurryThis(new SafeSet().values().next);
const index = /^(0|[1-9][0-9]*)$/;

function limitOf(ctx, length) {
  return MathMin(MathMax(0, ctx.maxArrayLength), length);
}

function moreItems(count) {
  return `... ${count} more item${count > 1 ? 's' : ''}`;
}

function formatArray(ctx, array, depth) {
  const { length } = array;
  const limit = limitOf(ctx, length);
  const output = [];
  for (let i = 0; i < limit; i++) {
    const descriptor = ObjectGetOwnPropertyDescriptor(array, i);
    if (descriptor === undefined) return formatSparseArray(ctx, array, depth, limit, output, i);
    const { value } = descriptor;
    output[i] = typeof value === 'number' ? formatNumber(ctx.stylize, value, ctx.numericSeparator) :
      formatElement(ctx, array, depth, i, descriptor);
  }
  if (length > limit) output[output.length] = moreItems(length - limit);
  return output;
}

// From the first hole on: runs of holes count as one entry.
function formatSparseArray(ctx, array, depth, limit, output, position) {
  const keys = ObjectKeys(array);
  for (let k = position; k < keys.length && output.length < limit; k++) {
    const key = keys[k];
    if (RegExpPrototypeExec(index, key) === null || +key >= 2 ** 32 - 1) break;
    if (+key !== position) {
      output[output.length] = emptyItems(ctx, +key - position);
      position = +key;
      if (output.length === limit) break;
    }
    output[output.length] = formatElement(ctx, array, depth, key);
    position++;
  }
  const left = array.length - position;
  if (output.length !== limit) {
    if (left > 0) output[output.length] = emptyItems(ctx, left);
  } else if (left > 0) {
    output[output.length] = moreItems(left);
  }
  return output;
}

function emptyItems(ctx, count) {
  return ctx.stylize(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined');
}

const typedArrayDetails = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];

function formatTypedArray(ctx, array, depth) {
  const length = TypedArrayPrototypeGetLength(array);
  const limit = limitOf(ctx, length);
  const output = [];
  const formatOne = length > 0 && typeof array[0] === 'bigint' ? formatBigInt : formatNumber;
  for (let i = 0; i < limit; i++) output[output.length] = formatOne(ctx.stylize, array[i], ctx.numericSeparator);
  if (length > limit) output[output.length] = moreItems(length - limit);
  if (ctx.showHidden) {
    for (let i = 0; i < typedArrayDetails.length; i++) {
      output[output.length] = formatDetail(ctx, array, depth, typedArrayDetails[i], 'of typed array');
    }
  }
  return output;
}

function formatArrayBuffer(ctx, buffer) {
  let bytes;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return [ctx.stylize('(detached)', 'special')];
  }
  const length = TypedArrayPrototypeGetLength(bytes);
  const limit = limitOf(ctx, length);
  let text = '';
  for (let i = 0; i < limit; i++) {
    const hex = NumberPrototypeToString(bytes[i], 16);
    text += `${i === 0 ? '' : ' '}${hex.length === 1 ? '0' : ''}${hex}`;
  }
  if (length > limit) {
    const left = length - limit;
    text += ` ... ${left} more byte${left > 1 ? 's' : ''}`;
  }
  return [`${ctx.stylize('[Uint8Contents]', 'special')}: <${text}>`];
}

function formatSet(ctx, set, depth) {
  const size = SetPrototypeGetSize(set);
  const limit = limitOf(ctx, size);
  const values = SetPrototypeValues(set);
  const output = [];
  ctx.indentation += 2;
  for (let i = 0; i < limit; i++) {
    const step = nextOfSet(values);
    if (step.done) break;
    output[output.length] = ctx.formatValue(ctx, step.value, depth);
  }
  if (size > limit) output[output.length] = moreItems(size - limit);
  ctx.indentation -= 2;
  return output;
}

function formatMap(ctx, map, depth) {
  const size = MapPrototypeGetSize(map);
  const limit = limitOf(ctx, size);
  const entries = MapPrototypeEntries(map);
  const output = [];
  ctx.indentation += 2;
  for (let i = 0; i < limit; i++) {
    const step = nextOfMap(entries);
    if (step.done) break;
    const { 0: key, 1: value } = step.value;
    output[output.length] = `${ctx.formatValue(ctx, key, depth)} => ${ctx.formatValue(ctx, value, depth)}`;
  }
  if (size > limit) output[output.length] = moreItems(size - limit);
  ctx.indentation -= 2;
  return output;
}

/** What a Map or Set iterator still has to give. */
function formatIteratorEntries(ctx, entries, hasPairs, depth) {
  if (!hasPairs) return formatValues(ctx, entries, depth);
  const count = entries.length / 2;
  const limit = limitOf(ctx, count);
  const output = [];
  ctx.indentation += 2;
  for (let i = 0; i < limit; i++) {
    const pair = [ctx.formatValue(ctx, entries[i * 2], depth), ctx.formatValue(ctx, entries[i * 2 + 1], depth)];
    output[output.length] = assemble(ctx, pair, pairShape, depth);
  }
  ctx.indentation -= 2;
  if (count > limit) output[output.length] = moreItems(count - limit);
  return output;
}

const pairShape = { base: '', opening: '[', closing: ']', kind: Entries.LISTED };

function formatValues(ctx, values, depth) {
  const limit = limitOf(ctx, values.length);
  const output = [];
  ctx.indentation += 2;
  for (let i = 0; i < limit; i++) output[output.length] = ctx.formatValue(ctx, values[i], depth);
  ctx.indentation -= 2;
  if (values.length > limit) output[output.length] = moreItems(values.length - limit);
  return output;
}

/** The entries of a WeakMap or WeakSet. They have no order of their own, so they are sorted as text. */
function formatWeakEntries(ctx, entries, hasPairs, depth) {
  const width = hasPairs ? 2 : 1;
  const count = entries.length / width;
  const limit = limitOf(ctx, count);
  const output = [];
  ctx.indentation += 2;
  for (let i = 0; i < limit; i++) {
    const key = ctx.formatValue(ctx, entries[i * width], depth);
    output[output.length] = hasPairs ? `${key} => ${ctx.formatValue(ctx, entries[i * 2 + 1], depth)}` : key;
  }
  ctx.indentation -= 2;
  if (ctx.sorted === false) ArrayPrototypeSort(output);
  if (count > limit) output[output.length] = moreItems(count - limit);
  return output;
}

module.exports = {
  formatArray,
  formatTypedArray,
  formatArrayBuffer,
  formatSet,
  formatMap,
  formatIteratorEntries,
  formatWeakEntries,
};
