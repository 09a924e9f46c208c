// What an object looks like by its class: a shape, or the finished text if it has no entries.
//
// A shape says what stands before and after the entries, which keys are shown, and which function
// lists the elements. Formatting the entries is the walk's business (internal/util/inspect/value).
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeSlice,
  DatePrototypeGetTime,
  DatePrototypeToISOString,
  DatePrototypeToString,
  Error,
  FunctionPrototypeSymbolHasInstance,
  MapPrototypeGetSize,
  NumberIsNaN,
  RegExp,
  RegExpPrototypeToString,
  SetPrototypeGetSize,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  SymbolIterator,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { getPromiseDetails, previewEntries } = internalBinding('util');
const { Brand, brandOf, isArrayBuffer, isExternal, isModuleNamespaceObject } = require('internal/util/types');
const { plain } = require('internal/util/inspect/colors');
const { Entries } = require('internal/util/inspect/layout');
const { plainPrefixOf, prefixOf } = require('internal/util/inspect/names');
const { formatNumber, formatPrimitive } = require('internal/util/inspect/primitives');
const { formatDetail, formatProperty, keysOf, nonIndexKeysOf } = require('internal/util/inspect/properties');
const { hrefOf } = require('internal/util/inspect/url');
const collections = require('internal/util/inspect/collections');

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
  if (name === null && isExternal(value)) return ctx.stylize(`[External: ${internalBinding('addons').external(value)}]`, 'special');
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
  const details = getPromiseDetails(promise);
  if (details === undefined) return [ctx.stylize('<state unknown>', 'special')];
  const { 0: state, 1: result } = details;
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

module.exports = { describe };
