// A value as text: the walk over objects, with cycles, depth, proxies and custom inspection.
//
// An object is first described (a `shape`: what stands before and after the entries, which keys,
// which formatter lists its elements), then its entries are formatted, then `layout` joins them.
// An object without entries is described by its finished text.
//
// The context `ctx` carries the options and the state of one walk: `seen` the objects around the
// current one, `indentation` the columns before it, `currentDepth` the depth of the deepest
// object under way, `circular` the numbers of objects that contain themselves.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeSlice,
  ArrayPrototypeSort,
  DatePrototypeGetTime,
  DatePrototypeToISOString,
  DatePrototypeToString,
  Error,
  FunctionPrototypeCall,
  FunctionPrototypeSymbolHasInstance,
  MapPrototypeGetSize,
  NumberIsNaN,
  Object,
  RangeError,
  RegExp,
  RegExpPrototypeToString,
  SafeMap,
  SetPrototypeGetSize,
  StringPrototypeRepeat,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
  SymbolFor,
  SymbolIterator,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { getPromiseDetails, getProxyDetails, previewEntries } = internalBinding('util');
const { Brand, brandOf, isArrayBuffer, isModuleNamespaceObject, isProxy } = require('internal/util/types');
const { plain } = require('internal/util/inspect/colors');
const { Entries, assemble } = require('internal/util/inspect/layout');
const { constructorName, outlineOf, plainPrefixOf, prefixOf, tagOf } = require('internal/util/inspect/names');
const { formatNumber, formatPrimitive } = require('internal/util/inspect/primitives');
const { formatDetail, formatProperty, keysOf, nonIndexKeysOf } = require('internal/util/inspect/properties');
const { hrefOf } = require('internal/util/inspect/url');
const collections = require('internal/util/inspect/collections');

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
  const parts = [ctx.formatValue(ctx, details[0], depth), ctx.formatValue(ctx, details[1], depth)];
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

class Shape {
  constructor(opening, closing, keys, list, kind = Entries.NAMED) {
    this.base = '';
    this.opening = opening;
    this.closing = closing;
    this.keys = keys;
    this.list = list;
    this.kind = kind;
  }
}

function withBase(base, keys) {
  const shape = new Shape('{', '}', keys);
  shape.base = base;
  return shape;
}

function describe(ctx, value, about) {
  const { name, hidden } = about;
  if (typeof value === 'function') return describeFunction(ctx, value, about);
  const isArray = ArrayIsArray(value);
  const brand = isArray ? Brand.OTHER : brandOf(value);
  const isList = isArray || brand === Brand.TYPED_ARRAY;
  // A collection that cannot be iterated has lost its prototype's methods: it is an object like any other.
  const isCollection = isList || brand === Brand.MAP || brand === Brand.SET ||
    brand === Brand.MAP_ITERATOR || brand === Brand.SET_ITERATOR;
  if (brand === Brand.PROXY && isModuleNamespaceObject(value)) return describeNamespace(value, keysOf(value, ctx.showHidden), about);
  const isPlain = isCollection ? name !== null && !isIterable(value) : name === 'Object' && brand !== Brand.ARGUMENTS;
  if (isList && !isPlain) return isArray ? describeArray(ctx, value, about) : describeTypedArray(ctx, value, about);
  const keys = keysOf(value, ctx.showHidden);
  const isBare = keys.length === 0 && hidden === undefined;
  if (!isPlain) {
    const describeBrand = byBrand[brand];
    if (describeBrand !== undefined) return describeBrand(ctx, value, keys, isBare, about, brand);
    if (isErrorLike(value)) return describeError(ctx, value, keys, isBare, about);
  }
  return describePlain(ctx, value, keys, isBare, about);
}

function isIterable(value) {
  try {
    return !!value[SymbolIterator];
  } catch {
    return false;
  }
}

function describeFunction(ctx, value, { name, tag, hidden }) {
  const { functionBase } = require('internal/util/inspect/functions');
  const keys = keysOf(value, ctx.showHidden);
  const base = functionBase(ctx, value, name, tag);
  return keys.length === 0 && hidden === undefined ? ctx.stylize(base, 'special') : withBase(base, keys);
}

function isErrorLike(value) {
  return value instanceof Error;
}

function describePlain(ctx, value, keys, isBare, { name, tag, isTooDeep }) {
  const url = name === 'Object' ? undefined : hrefOf(value);
  if (url !== undefined && !isTooDeep) return isBare ? url : withBase(url, keys);
  const prefix = name === 'Object' && tag === '' ? '' : plainPrefixOf(value, name, tag);
  return isBare ? `${prefix}{}` : new Shape(`${prefix}{`, '}', keys);
}

function describeArray(ctx, array, { name, tag, hidden }) {
  const prefix = name !== 'Array' || tag !== '' ? prefixOf(name, tag, 'Array', `(${array.length})`) : '';
  const keys = nonIndexKeysOf(array, ctx.showHidden);
  if (array.length === 0 && keys.length === 0 && hidden === undefined) return `${prefix}[]`;
  return new Shape(`${prefix}[`, ']', keys, collections.formatArray, Entries.LISTED);
}

function describeTypedArray(ctx, array, { name, tag }) {
  const keys = nonIndexKeysOf(array, ctx.showHidden);
  const length = TypedArrayPrototypeGetLength(array);
  const fallback = name === null ? TypedArrayPrototypeGetSymbolToStringTag(array) : '';
  const prefix = prefixOf(name, tag, fallback, `(${length})`);
  if (length === 0 && keys.length === 0 && !ctx.showHidden) return `${prefix}[]`;
  return new Shape(`${prefix}[`, ']', keys, collections.formatTypedArray, Entries.LISTED);
}

function describeError(ctx, error, keys, isBare, { name, tag, hidden }) {
  const { errorBase } = require('internal/util/inspect/errors');
  const base = errorBase(ctx, error, name, tag, keys);
  return keys.length === 0 && hidden === undefined ? base : withBase(base, keys);
}

function describeNamespace(namespace, keys, { name, tag }) {
  const names = ArrayPrototypeSlice(keys);
  keys.length = 0;
  return new Shape(`${prefixOf(name, tag, 'Module')}{`, '}', keys,
                   (ctx, value, depth) => formatNamespace(ctx, value, depth, names));
}

// A binding that is not initialised throws when it is read.
function formatNamespace(ctx, namespace, depth, names) {
  const output = [];
  for (let i = 0; i < names.length; i++) {
    const key = names[i];
    try {
      output[output.length] = formatProperty(ctx, namespace, depth, key);
    } catch (error) {
      if (!FunctionPrototypeSymbolHasInstance(primordials.ReferenceError, error)) throw error;
      const label = formatProperty(ctx, { [key]: 0 }, depth, key);
      const colon = primordials.StringPrototypeLastIndexOf(label, ' ');
      output[output.length] = `${StringPrototypeSlice(label, 0, colon + 1)}${ctx.stylize('<uninitialized>', 'special')}`;
    }
  }
  return output;
}

const byBrand = { __proto__: null };

byBrand[Brand.SET] = (ctx, set, keys, isBare, { name, tag }) => {
  const size = SetPrototypeGetSize(set);
  const prefix = prefixOf(name, tag, 'Set', `(${size})`);
  return size === 0 && isBare ? `${prefix}{}` : new Shape(`${prefix}{`, '}', keys, collections.formatSet);
};

byBrand[Brand.MAP] = (ctx, map, keys, isBare, { name, tag }) => {
  const size = MapPrototypeGetSize(map);
  const prefix = prefixOf(name, tag, 'Map', `(${size})`);
  return size === 0 && isBare ? `${prefix}{}` : new Shape(`${prefix}{`, '}', keys, collections.formatMap);
};

function describeIterator(ctx, iterator, keys, isBare, { tag }, brand) {
  const label = brand === Brand.MAP_ITERATOR ? 'Map' : 'Set';
  const prefix = tag === '' || tag === `${label} Iterator` ? `[${label} ` : `[${tag}] [${label} `;
  return new Shape('', '}', keys, (ctx, value, depth, shape) => {
    const preview = previewEntries(value);
    shape.opening = `${prefix}${preview?.[1] ? 'Entries' : 'Iterator'}] {`;
    if (preview === undefined) return [ctx.stylize('<items unknown>', 'special')];
    return collections.formatIteratorEntries(ctx, preview[0], preview[1], depth);
  });
}
byBrand[Brand.MAP_ITERATOR] = describeIterator;
byBrand[Brand.SET_ITERATOR] = describeIterator;

byBrand[Brand.ARGUMENTS] = (ctx, value, keys, isBare, { name, tag }) => {
  const prefix = name === 'Object' ? '[Arguments] ' : prefixOf(name, tag, 'Arguments');
  return isBare ? `${prefix}{}` : new Shape(`${prefix}{`, '}', keys);
};

byBrand[Brand.REGEXP] = (ctx, regexp, keys, isBare, { name, tag, isTooDeep }) => {
  const text = RegExpPrototypeToString(name !== null ? regexp : new RegExp(regexp));
  const prefix = prefixOf(name, tag, 'RegExp');
  const base = ctx.stylize(prefix === 'RegExp ' ? text : `${prefix}${text}`, 'regexp');
  return isBare || isTooDeep ? base : withBase(base, keys);
};

byBrand[Brand.DATE] = (ctx, date, keys, isBare, { name, tag }) => {
  const text = NumberIsNaN(DatePrototypeGetTime(date)) ? DatePrototypeToString(date) : DatePrototypeToISOString(date);
  const prefix = prefixOf(name, tag, 'Date');
  const base = prefix === 'Date ' ? text : `${prefix}${text}`;
  return isBare ? ctx.stylize(base, 'date') : withBase(base, keys);
};

byBrand[Brand.ERROR] = describeError;

byBrand[Brand.ARRAY_BUFFER] = (ctx, buffer, keys, isBare, { name, tag, place }) => {
  const prefix = prefixOf(name, tag, isArrayBuffer(buffer) ? 'ArrayBuffer' : 'SharedArrayBuffer');
  if (place !== undefined && isBare) {
    return `${prefix}{ [byteLength]: ${formatNumber(ctx.stylize, buffer.byteLength, false)} }`;
  }
  return new Shape(`${prefix}{`, '}', keys, (ctx, value, depth) => {
    const entries = place === undefined ? collections.formatArrayBuffer(ctx, value) : [];
    entries[entries.length] = formatDetail(ctx, value, depth, 'byteLength');
    return entries;
  });
};

const formatDataView = (ctx, view, depth) => [
  formatDetail(ctx, view, depth, 'byteLength'),
  formatDetail(ctx, view, depth, 'byteOffset'),
  formatDetail(ctx, view, depth, 'buffer'),
];
byBrand[Brand.DATA_VIEW] = (ctx, view, keys, isBare, { name, tag }) =>
  new Shape(`${prefixOf(name, tag, 'DataView')}{`, '}', keys, formatDataView);

byBrand[Brand.PROMISE] = (ctx, promise, keys, isBare, { name, tag }) =>
  new Shape(`${prefixOf(name, tag, 'Promise')}{`, '}', keys, formatPromise);

const PENDING = 0;
const REJECTED = 2;

function formatPromise(ctx, promise, depth) {
  const { 0: state, 1: result } = getPromiseDetails(promise);
  if (state === PENDING) return [ctx.stylize('<pending>', 'special')];
  ctx.indentation += 2;
  const text = ctx.formatValue(ctx, result, depth);
  ctx.indentation -= 2;
  return [state === REJECTED ? `${ctx.stylize('<rejected>', 'special')} ${text}` : text];
}

function describeWeak(ctx, value, keys, isBare, { name, tag }, brand) {
  const fallback = brand === Brand.WEAK_MAP ? 'WeakMap' : 'WeakSet';
  return new Shape(`${prefixOf(name, tag, fallback)}{`, '}', keys, formatWeak);
}
byBrand[Brand.WEAK_MAP] = describeWeak;
byBrand[Brand.WEAK_SET] = describeWeak;

function formatWeak(ctx, value, depth) {
  const preview = ctx.showHidden ? previewEntries(value) : undefined;
  if (preview === undefined) return [ctx.stylize('<items unknown>', 'special')];
  return collections.formatWeakEntries(ctx, preview[0], preview[1], depth);
}

// "[Number: 3]", "[String (Foo): 'abc']".
function describeBoxed(ctx, boxed, keys, isBare, { name, tag, hidden }, brand) {
  const { 0: type, 1: unwrap } = boxes[brand];
  if (brand === Brand.STRING) {
    // Indices are the characters themselves.
    keys = ArrayPrototypeSlice(keys, boxed.length);
    isBare = keys.length === 0 && hidden === undefined;
  }
  let base = `[${type}`;
  if (type !== name) base += name === null ? ' (null prototype)' : ` (${name})`;
  // The inner value is never coloured: the whole text is.
  base += `: ${formatPrimitive(ctx, unwrap(boxed), plain)}]`;
  if (tag !== '' && tag !== name) base += ` [${tag}]`;
  return isBare ? ctx.stylize(base, StringPrototypeToLowerCase(type)) : withBase(base, keys);
}

const boxes = {
  __proto__: null,
  [Brand.NUMBER]: ['Number', primordials.NumberPrototypeValueOf],
  [Brand.STRING]: ['String', primordials.StringPrototypeValueOf],
  [Brand.BOOLEAN]: ['Boolean', primordials.BooleanPrototypeValueOf],
  [Brand.BIGINT]: ['BigInt', primordials.BigIntPrototypeValueOf],
  [Brand.SYMBOL]: ['Symbol', primordials.SymbolPrototypeValueOf],
};
for (let brand = Brand.NUMBER; brand <= Brand.BIGINT; brand++) byBrand[brand] = describeBoxed;

module.exports = { formatValue, isErrorLike };
