// A value as text: the walk over objects, with cycles, depth, proxies and custom inspection.
//
// An object is first described by `shapes`, then its entries are formatted, then `layout` joins them.
//
// The context `ctx` carries the options and the state of one walk: `seen` the objects around the
// current one, `indentation` the columns before it, `currentDepth` the depth of the deepest
// object under way, `circular` the numbers of objects that contain themselves.
'use strict';

const {
  ArrayPrototypeSlice,
  ArrayPrototypeSort,
  FunctionPrototypeCall,
  FunctionPrototypeSymbolHasInstance,
  Object,
  RangeError,
  SafeMap,
  StringPrototypeRepeat,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  SymbolFor,
} = primordials;
const { getProxyDetails } = internalBinding('util');
const { isProxy } = require('internal/util/types');
const { Entries, assemble } = require('internal/util/inspect/layout');
const { constructorName, outlineOf, prefixOf, tagOf } = require('internal/util/inspect/names');
const { formatPrimitive } = require('internal/util/inspect/primitives');
const { formatProperty } = require('internal/util/inspect/properties');
const { describe } = require('internal/util/inspect/shapes');

const customInspect = SymbolFor('nodejs.util.inspect.custom');

// Past this many characters on one level, only the outlines of the rest are shown.
const MAX_LEVEL_LENGTH = 2 ** 27;

/** `place` is 'of typed array' for the details of a typed array, whose buffer is not shown twice. */
function formatValue(ctx, value, depth, place) {
  if (typeof value !== 'object' && typeof value !== 'function') return formatPrimitive(ctx, value);
  if (value === null) return ctx.stylize('null', 'null');

  let target = value;
  let wrappers = 0;
  while (isProxy(target)) {
    const details = getProxyDetails(target);
    if (details === undefined) break;
    if (details[0] === null) return wrapProxy(ctx, ctx.stylize('<Revoked Proxy>', 'special'), wrappers);
    if (ctx.showProxy) return formatProxy(ctx, details, depth);
    target = details[0];
    wrappers++;
  }

  if (ctx.customInspect) {
    const text = formatCustom(ctx, target, value, depth);
    if (text !== undefined) return text;
  }

  if (isSeen(ctx.seen, target)) return formatCircular(ctx, target);
  return wrapProxy(ctx, formatObject(ctx, target, depth, place), wrappers);
}

function isSeen(seen, value) {
  for (let i = 0; i < seen.length; i++) {
    if (seen[i] === value) return true;
  }
  return false;
}

function wrapProxy(ctx, text, wrappers) {
  for (let i = 0; i < wrappers; i++) text = `${ctx.stylize('Proxy(', 'special')}${text}${ctx.stylize(')', 'special')}`;
  return text;
}

function formatProxy(ctx, details, depth) {
  if (depth > ctx.depth && ctx.depth !== null) return ctx.stylize('Proxy [Array]', 'special');
  depth++;
  ctx.indentation += 2;
  const handler = details[1] === undefined ?
    ctx.stylize('<handler unknown>', 'special') : ctx.formatValue(ctx, details[1], depth);
  const parts = [ctx.formatValue(ctx, details[0], depth), handler];
  ctx.indentation -= 2;
  return assemble(ctx, parts, proxyShape, depth);
}

const proxyShape = { base: '', opening: 'Proxy [', closing: ']', kind: Entries.LISTED };

// What the object's own inspection gives, or undefined if it has none or returned itself.
function formatCustom(ctx, target, value, depth) {
  const custom = target[customInspect];
  const { inspect } = ctx;
  if (typeof custom !== 'function' || custom === inspect) return undefined;
  // A prototype is not an instance of its class: its method would fail.
  const { constructor } = target;
  if (constructor && constructor.prototype === target) return undefined;
  const depthLeft = ctx.depth === null ? null : ctx.depth - depth;
  const isForeign = target !== value || !(value instanceof Object);
  const result = FunctionPrototypeCall(custom, value, depthLeft, ctx.optionsFor(isForeign), inspect);
  if (result === value) return undefined;
  if (typeof result !== 'string') return ctx.formatValue(ctx, result, depth);
  return ctx.indentation === 0 ? result :
    StringPrototypeReplaceAll(result, '\n', `\n${StringPrototypeRepeat(' ', ctx.indentation)}`);
}

function formatCircular(ctx, value) {
  ctx.circular ??= new SafeMap();
  let number = ctx.circular.get(value);
  if (number === undefined) {
    number = ctx.circular.size + 1;
    ctx.circular.set(value, number);
  }
  return ctx.stylize(`[Circular *${number}]`, 'special');
}

function formatObject(ctx, value, depth, place) {
  const isTooDeep = depth > ctx.depth && ctx.depth !== null;
  let hidden = ctx.showHidden && !isTooDeep ? [] : undefined;
  const name = constructorName(ctx, value, depth, hidden);
  if (hidden?.length === 0) hidden = undefined;
  const tag = tagOf(ctx, value);
  const shape = describe(ctx, value, { name, tag, depth, place, hidden, isTooDeep });
  if (typeof shape === 'string') return shape;
  if (isTooDeep) {
    return ctx.stylize(outlineOf(value, name, tag), 'special');
  }

  depth++;
  ctx.seen[ctx.seen.length] = value;
  ctx.currentDepth = depth;
  const { keys } = shape;
  let entries;
  const { indentation } = ctx;
  try {
    entries = shape.list === undefined ? [] : shape.list(ctx, value, depth, shape);
    for (let i = 0; i < keys.length; i++) entries[entries.length] = formatProperty(ctx, value, depth, keys[i], shape.kind);
    if (hidden !== undefined) for (let i = 0; i < hidden.length; i++) entries[entries.length] = hidden[i];
  } catch (error) {
    ctx.indentation = indentation;
    return interrupted(ctx, value, error, name, tag);
  }
  if (ctx.circular !== undefined) markReference(ctx, value, shape);
  ctx.seen.length--;
  if (ctx.sorted) sortEntries(ctx, entries, shape);

  const text = assemble(ctx, entries, shape, depth, shape.kind === Entries.LISTED ? value : undefined);
  const length = (ctx.budget[ctx.indentation] || 0) + text.length;
  ctx.budget[ctx.indentation] = length;
  if (length > MAX_LEVEL_LENGTH) ctx.depth = -1;
  return text;
}

// The engine's stack is full: what is formatted so far is kept, this value is given up.
function interrupted(ctx, value, error, name, tag) {
  if (!isStackOverflow(error)) throw error;
  ctx.seen.length = primordials.ArrayPrototypeIndexOf(ctx.seen, value);
  const prefix = StringPrototypeSlice(prefixOf(name, tag, 'Object'), 0, -1);
  return ctx.stylize(
    `[${prefix}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`, 'special');
}

function isStackOverflow(error) {
  return FunctionPrototypeSymbolHasInstance(RangeError, error) &&
    StringPrototypeStartsWith(`${error.message}`, 'Maximum call stack size exceeded');
}

function markReference(ctx, value, shape) {
  const number = ctx.circular.get(value);
  if (number === undefined) return;
  const mark = ctx.stylize(`<ref *${number}>`, 'special');
  if (ctx.compact === true) shape.opening = `${mark} ${shape.opening}`;
  else shape.base = shape.base === '' ? mark : `${mark} ${shape.base}`;
}

function sortEntries(ctx, entries, shape) {
  const comparator = ctx.sorted === true ? undefined : ctx.sorted;
  if (shape.kind === Entries.NAMED) {
    ArrayPrototypeSort(entries, comparator);
  } else if (shape.keys.length > 1) {
    const start = entries.length - shape.keys.length;
    const named = ArrayPrototypeSort(ArrayPrototypeSlice(entries, start), comparator);
    for (let i = 0; i < named.length; i++) entries[start + i] = named[i];
  }
}

module.exports = { formatValue };
