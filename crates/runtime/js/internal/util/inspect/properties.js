// The named entries of an object: which keys, and "key: value" for one of them.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeSlice,
  FunctionPrototypeCall,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetOwnPropertyNames,
  ObjectGetOwnPropertySymbols,
  ObjectKeys,
  ObjectPrototypePropertyIsEnumerable,
  RegExpPrototypeExec,
  SafeMap,
  StringPrototypeCharCodeAt,
  StringPrototypeRepeat,
  SymbolPrototypeToString,
} = primordials;
const { hasOnlyElements } = require('internal/util/elements');
const { Entries } = require('internal/util/inspect/layout');
const { formatPrimitive } = require('internal/util/inspect/primitives');
const { escapeUnquoted, quote } = require('internal/util/inspect/strings');

const identifier = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

/** The keys that are shown: enumerable ones, or all of them with `showHidden`. */
function keysOf(value, showHidden) {
  const symbols = ObjectGetOwnPropertySymbols(value);
  let keys;
  if (showHidden) {
    keys = ObjectGetOwnPropertyNames(value);
    for (let i = 0; i < symbols.length; i++) keys[keys.length] = symbols[i];
    return keys;
  }
  try {
    keys = ObjectKeys(value);
  } catch {
    // A module namespace with bindings that are not initialised refuses to say what is enumerable.
    keys = ObjectGetOwnPropertyNames(value);
  }
  for (let i = 0; i < symbols.length; i++) {
    if (ObjectPrototypePropertyIsEnumerable(value, symbols[i])) keys[keys.length] = symbols[i];
  }
  return keys;
}

// Longer lists are worth a look at their structure before all their keys are made.
const SHORT_LIST = 50;

/** As `keysOf`, without array indices. */
function nonIndexKeysOf(value, showHidden) {
  if (value.length > SHORT_LIST && hasOnlyElements(value)) return showHidden && ArrayIsArray(value) ? ['length'] : [];
  const keys = keysOf(value, showHidden);
  let indices = 0;
  // Indices come first, in order.
  while (indices < keys.length && isIndex(keys[indices])) indices++;
  return indices === 0 ? keys : ArrayPrototypeSlice(keys, indices);
}

function isIndex(key) {
  if (typeof key !== 'string' || key.length === 0 || key.length > 10) return false;
  const first = StringPrototypeCharCodeAt(key, 0);
  if (first === 48) return key.length === 1;
  for (let i = 0; i < key.length; i++) {
    const code = StringPrototypeCharCodeAt(key, i);
    if (code < 48 || code > 57) return false;
  }
  return +key < 2 ** 32 - 1;
}

/** "key: value" among entries of that kind. `receiver` is what a getter is called on when getters are wanted. */
function formatProperty(ctx, holder, depth, key, kind = Entries.NAMED, descriptor = descriptorOf(holder, key), receiver = holder) {
  const step = ctx.compact === true && kind === Entries.NAMED ? 3 : 2;
  let gap = ' ';
  const text = formatPropertyValue(ctx, depth, descriptor, receiver, step);
  if (step === 3 && descriptor.value !== undefined) {
    const { stringWidth } = require('internal/util/inspect/string_width');
    if (ctx.breakLength < stringWidth(text, ctx.colors ? 'stripped' : 'kept')) {
      gap = `\n${StringPrototypeRepeat(' ', ctx.indentation + step)}`;
    }
  }
  return `${formatKey(ctx, key, descriptor)}:${gap}${text}`;
}

/** "[key]: value" for something that is read through the prototype but belongs to the value. */
function formatDetail(ctx, holder, depth, key, place) {
  ctx.indentation += 2;
  const text = ctx.formatValue(ctx, holder[key], depth, place);
  ctx.indentation -= 2;
  return `${ctx.stylize(`[${key}]`, 'string')}: ${text}`;
}

/** The value alone: for elements of a list. */
function formatElement(ctx, holder, depth, key, descriptor = descriptorOf(holder, key)) {
  return formatPropertyValue(ctx, depth, descriptor, holder, 2);
}

function descriptorOf(holder, key) {
  return ObjectGetOwnPropertyDescriptor(holder, key) ??
    { value: holder[key], configurable: true, enumerable: true };
}

// Hidden ones are in brackets.
function formatKey(ctx, key, descriptor) {
  const name = formatName(ctx, key);
  return descriptor.enumerable === false ? `[${name}]` : name;
}

function formatName(ctx, key) {
  if (typeof key === 'symbol') return ctx.stylize(escapeUnquoted(SymbolPrototypeToString(key)), 'symbol');
  if (key === '__proto__') return "['__proto__']";
  return isIdentifier(key) ? ctx.stylize(key, 'name') : ctx.stylize(quote(key), 'string');
}

// Keys come again and again: what they are is kept.
const identifiers = new SafeMap();
const MAX_IDENTIFIERS = 500;
const MAX_IDENTIFIER_LENGTH = 50;

function isIdentifier(key) {
  const known = identifiers.get(key);
  if (known !== undefined) return known;
  const result = RegExpPrototypeExec(identifier, key) !== null;
  if (key.length <= MAX_IDENTIFIER_LENGTH) {
    if (identifiers.size === MAX_IDENTIFIERS) identifiers.clear();
    identifiers.set(key, result);
  }
  return result;
}

function formatPropertyValue(ctx, depth, descriptor, receiver, step) {
  if (descriptor.value !== undefined) return formatPlainValue(ctx, depth, descriptor.value, step);
  if (descriptor.get !== undefined && require('internal/util/lazy_members').isLazy(descriptor.get)) {
    return formatPlainValue(ctx, depth, descriptor.get(), step);
  }
  if (descriptor.get !== undefined) return formatGetter(ctx, depth, descriptor, receiver);
  if (descriptor.set !== undefined) return ctx.stylize('[Setter]', 'special');
  return ctx.stylize('undefined', 'undefined');
}

function formatPlainValue(ctx, depth, value, step) {
  ctx.indentation += step;
  const text = ctx.formatValue(ctx, value, depth);
  ctx.indentation -= step;
  return text;
}

function formatGetter(ctx, depth, descriptor, receiver) {
  const { stylize, getters } = ctx;
  const label = descriptor.set === undefined ? 'Getter' : 'Getter/Setter';
  const isWanted = getters === true ||
    (getters === 'get' && descriptor.set === undefined) ||
    (getters === 'set' && descriptor.set !== undefined);
  if (!isWanted) return stylize(`[${label}]`, 'special');
  ctx.indentation += 2;
  let text;
  try {
    const value = FunctionPrototypeCall(descriptor.get, receiver);
    if (value === null) {
      text = `${stylize(`[${label}:`, 'special')} ${stylize('null', 'null')}${stylize(']', 'special')}`;
    } else if (typeof value === 'object' || typeof value === 'function') {
      text = `${stylize(`[${label}]`, 'special')} ${ctx.formatValue(ctx, value, depth)}`;
    } else {
      text = `${stylize(`[${label}:`, 'special')} ${formatPrimitive(ctx, value)}${stylize(']', 'special')}`;
    }
  } catch (error) {
    const message = `<Inspection threw (${ctx.formatValue(ctx, error, depth)})>`;
    text = `${stylize(`[${label}:`, 'special')} ${message}${stylize(']', 'special')}`;
  }
  ctx.indentation -= 2;
  return text;
}

module.exports = { keysOf, nonIndexKeysOf, formatProperty, formatDetail, formatElement };
