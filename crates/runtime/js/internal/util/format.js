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
  String,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  SymbolToPrimitive,
} = primordials;

const PERCENT = 37;

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

// Replaces placeholders for as long as there are arguments, and doubled percent signs;
// `state.position` ends at the first unused argument.
function fillPlaceholders(options, args, pattern, state) {
  let copied = 0;
  let percent = StringPrototypeIndexOf(pattern, '%');
  while (percent !== -1 && percent < pattern.length - 1) {
    const code = StringPrototypeCharCodeAt(pattern, percent + 1);
    let replaced;
    if (code === PERCENT) {
      replaced = '%';
    } else if (state.position !== args.length) {
      const placeholder = placeholders[code];
      if (placeholder !== undefined) replaced = placeholder(args[state.position++], options);
    }
    if (replaced === undefined) {
      // Not a placeholder, or nothing left to put there: the percent sign stands for itself.
      percent = StringPrototypeIndexOf(pattern, '%', percent + 1);
      continue;
    }
    state.text += StringPrototypeSlice(pattern, copied, percent) + replaced;
    copied = percent + 2;
    percent = StringPrototypeIndexOf(pattern, '%', copied);
  }
  state.text += StringPrototypeSlice(pattern, copied);
}

const placeholders = [];
function define(letter, fill) {
  placeholders[StringPrototypeCharCodeAt(letter, 0)] = fill;
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
