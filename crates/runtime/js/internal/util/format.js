// `util.format`: a text with %-placeholders, then whatever arguments are left, joined by spaces.
//
// This is what every console call goes through, so plain strings and numbers get by without the inspector.
'use strict';

const {
  JSONStringify,
  Number,
  NumberParseFloat,
  NumberParseInt,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectIs,
  ObjectPrototypeHasOwnProperty,
  SafeMap,
  String,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  SymbolToPrimitive,
} = primordials;

function format(...args) {
  return formatArguments(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  const { validateObject, kValidateObjectAllowArray } = require('internal/validators');
  validateObject(inspectOptions, 'inspectOptions', kValidateObjectAllowArray);
  return formatArguments(inspectOptions, args);
}

/** `format` with the arguments in an array; `options` may be undefined. */
function formatArguments(options, args) {
  const first = args[0];
  if (args.length === 1) return typeof first === 'string' ? first : formatRest(options, first);
  let text = '';
  let position = 0;
  if (typeof first === 'string') {
    if (StringPrototypeIncludes(first, '%')) {
      const state = { text: '', position: 1 };
      fillPlaceholders(options, args, first, state);
      ({ text, position } = state);
    } else {
      text = first;
      position = 1;
    }
  }
  for (; position < args.length; position++) {
    const value = args[position];
    if (position !== 0) text += ' ';
    text += typeof value === 'string' ? value : formatRest(options, value);
  }
  return text;
}

function formatRest(options, value) {
  // The two commonest cases, told apart here to spare them the inspector's set-up.
  if (options === undefined) {
    if (typeof value === 'number') return number(value);
    if (typeof value === 'boolean') return value ? 'true' : 'false';
  }
  return inspect(value, options);
}

let inspector;
function inspect(value, options) {
  inspector ??= require('internal/util/inspect').inspect;
  return options === undefined ? inspector(value) : inspector(value, options);
}

// Replaces placeholders for as long as there are arguments; `state.position` ends at the first unused one.
function fillPlaceholders(options, args, pattern, state) {
  const { texts, letters } = parsed.get(pattern) ?? parse(pattern);
  let text = texts[0];
  for (let i = 0; i < letters.length; i++) {
    text += state.position === args.length ? `%${letters[i]}` : placeholders[letters[i]](args[state.position++], options);
    text += texts[i + 1];
  }
  state.text = text;
}

// Patterns are few and come again and again: what they parse to is kept.
const parsed = new SafeMap();
const MAX_PARSED = 50;
const MAX_PARSED_LENGTH = 200;

// The texts around the placeholders, with doubled percent signs made single, and the placeholders' letters.
function parse(pattern) {
  const texts = [];
  const letters = [];
  let text = '';
  let copied = 0;
  let percent = StringPrototypeIndexOf(pattern, '%');
  while (percent !== -1 && percent < pattern.length - 1) {
    const letter = pattern[percent + 1];
    if (letter === '%') {
      text += `${StringPrototypeSlice(pattern, copied, percent)}%`;
      copied = percent + 2;
    } else if (placeholders[letter] !== undefined) {
      texts[texts.length] = text + StringPrototypeSlice(pattern, copied, percent);
      letters[letters.length] = letter;
      text = '';
      copied = percent + 2;
    }
    percent = StringPrototypeIndexOf(pattern, '%', percent + 2);
  }
  texts[texts.length] = text + StringPrototypeSlice(pattern, copied);
  const result = { texts, letters };
  if (pattern.length <= MAX_PARSED_LENGTH) {
    if (parsed.size === MAX_PARSED) parsed.clear();
    parsed.set(pattern, result);
  }
  return result;
}

const placeholders = { __proto__: null };
function define(letter, fill) {
  placeholders[letter] = fill;
}

define('s', (value, options) => {
  if (typeof value === 'number') return number(value, options);
  if (typeof value === 'bigint') return bigint(value, options);
  if (typeof value !== 'object' || value === null || !hasBuiltinToString(value)) return String(value);
  return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
});

define('d', (value, options) => {
  if (typeof value === 'bigint') return bigint(value, options);
  return typeof value === 'symbol' ? number(NaN, options) : number(Number(value), options);
});

define('i', (value, options) => {
  if (typeof value === 'bigint') return bigint(value, options);
  return typeof value === 'symbol' ? number(NaN, options) : number(NumberParseInt(value), options);
});

define('f', (value, options) => (typeof value === 'symbol' ? number(NaN, options) : number(NumberParseFloat(value), options)));
define('j', (value) => `${stringify(value)}`);
define('O', (value, options) => inspect(value, options));
define('o', (value, options) => inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 }));
define('c', () => '');

function plain(text) {
  return text;
}

function number(value, options) {
  if (!options?.numericSeparator) return ObjectIs(value, -0) ? '-0' : `${value}`;
  return require('internal/util/inspect/primitives').formatNumber(plain, value, true);
}

function bigint(value, options) {
  if (!options?.numericSeparator) return `${value}n`;
  return require('internal/util/inspect/primitives').formatBigInt(plain, value, true);
}

// Whether the text conversion is the language's own, which says less than the inspector.
function hasBuiltinToString(value) {
  const { Brand, brandOf } = require('internal/util/types');
  while (brandOf(value) === Brand.PROXY) {
    const details = internalBinding('util').getProxyDetails(value);
    if (details === undefined || details[0] === null) return true;
    value = details[0];
  }
  if (typeof value[SymbolToPrimitive] !== 'function' && typeof value.toString !== 'function') return true;
  for (let holder = value; holder !== null; holder = ObjectGetPrototypeOf(holder)) {
    if (!ObjectPrototypeHasOwnProperty(holder, 'toString') && !ObjectPrototypeHasOwnProperty(holder, SymbolToPrimitive)) continue;
    if (holder === value) return false;
    const descriptor = ObjectGetOwnPropertyDescriptor(holder, 'constructor');
    return descriptor !== undefined && typeof descriptor.value === 'function' &&
      require('internal/util/inspect/names').isBuiltinName(descriptor.value.name);
  }
  return true;
}

let circularMessage;

function stringify(value) {
  try {
    return JSONStringify(value);
  } catch (error) {
    circularMessage ??= circularFailure();
    if (error?.name === 'TypeError' && firstLine(error.message) === circularMessage) return '[Circular]';
    throw error;
  }
}

// What this engine says about a cycle.
function circularFailure() {
  const cycle = {};
  cycle.cycle = cycle;
  try {
    JSONStringify(cycle);
  } catch (error) {
    return firstLine(error.message);
  }
}

function firstLine(message) {
  const text = String(message);
  const end = StringPrototypeIndexOf(text, '\n');
  return end === -1 ? text : StringPrototypeSlice(text, 0, end);
}

module.exports = { format, formatArguments, formatWithOptions };
