// How a value is named inside an error message: its type or class, a short
// form of it, a list of alternatives in English. The messages themselves are
// in internal/errors/codes*.js.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypeIndexOf,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  FunctionPrototypeToString,
  JSONStringify,
  MathAbs,
  NumberIsInteger,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectPrototypeToString,
  RegExpPrototypeExec,
  String,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  SymbolToStringTag,
} = primordials;

// The longest string that is quoted whole, and what is kept of a longer one.
const QUOTED_MAX = 28;
const QUOTED_KEPT = 25;

const typeNames = [
  'string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol',
];
const defaultToString = {}.toString;
const className = /^[A-Z][a-zA-Z0-9]*$/;

// Lazy because the inspector itself needs errors.
function inspect(value, options) {
  return require('internal/util/inspect').inspect(value, options);
}

// The first property of that name along the prototype chain: a lookup that
// runs no getter.
function findProperty(object, name) {
  for (let holder = object; holder !== null; holder = ObjectGetPrototypeOf(holder)) {
    const descriptor = ObjectGetOwnPropertyDescriptor(holder, name);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

// A form of any value that runs no code of the program's: what the reason of
// an unhandled rejection is shown as. An object that has kept the default
// toString is `#<Class>`, another one `[object Tag]`.
function describeWithoutSideEffects(value) {
  if (typeof value === 'function') return FunctionPrototypeToString(value);
  if (value === null || typeof value !== 'object') return String(value);
  // A proxy's traps are the program's code.
  if (internalBinding('util').getProxyDetails(value) !== undefined) return '#<Object>';
  if (findProperty(value, 'toString')?.value === defaultToString) {
    const name = findProperty(value, 'constructor')?.value?.name;
    if (typeof name === 'string' && name !== '') return `#<${name}>`;
  }
  const tag = findProperty(value, SymbolToStringTag);
  if (tag === undefined) return ObjectPrototypeToString(value);
  return `[object ${typeof tag.value === 'string' ? tag.value : 'Object'}]`;
}

// `a`, `a or b`, `a, b, or c`.
function formatList(items, conjunction = 'and') {
  const last = items.length - 1;
  if (last < 0) return '';
  if (last === 0) return `${items[0]}`;
  if (last === 1) return `${items[0]} ${conjunction} ${items[1]}`;
  return `${ArrayPrototypeJoin(ArrayPrototypeSlice(items, 0, last), ', ')}, ${conjunction} ${items[last]}`;
}

function quoteShortened(text) {
  if (text.length > QUOTED_MAX) text = `${StringPrototypeSlice(text, 0, QUOTED_KEPT)}...`;
  return StringPrototypeIncludes(text, "'") ? JSONStringify(text) : `'${text}'`;
}

// What follows "Received " when a value is of the wrong type.
function determineSpecificType(value) {
  switch (typeof value) {
    case 'undefined':
      return 'undefined';
    case 'function':
      return `function ${value.name}`;
    case 'object': {
      if (value === null) return 'null';
      const name = value.constructor?.name;
      if (typeof name === 'string' && name !== '') return `an instance of ${name}`;
      return inspect(value, { __proto__: null, depth: -1 });
    }
    case 'string':
      return `type string (${quoteShortened(value)})`;
    case 'bigint':
      return `type bigint (${value}n)`;
    case 'number':
      return `type number (${value === 0 && 1 / value < 0 ? '-0' : value})`;
    default:
      return `type ${typeof value} (${String(value)})`;
  }
}

// `The "a" argument`, `The "a.b" property`, `The first argument`.
function subject(name) {
  if (StringPrototypeEndsWith(name, ' argument')) return `The ${name}`;
  return `The "${name}" ${StringPrototypeIncludes(name, '.') ? 'property' : 'argument'}`;
}

// The alternatives of a type error: types first, then classes, then phrases.
function expectation(expected) {
  const alternatives = ArrayIsArray(expected) ? expected : [expected];
  const types = [];
  const classes = [];
  const phrases = [];
  for (let i = 0; i < alternatives.length; i++) {
    const item = alternatives[i];
    if (ArrayPrototypeIncludes(typeNames, item)) {
      ArrayPrototypePush(types, StringPrototypeToLowerCase(item));
    } else if (RegExpPrototypeExec(className, item) !== null) {
      ArrayPrototypePush(classes, item);
    } else {
      ArrayPrototypePush(phrases, item);
    }
  }
  // Beside other classes 'object' reads as one of them.
  const object = ArrayPrototypeIndexOf(types, 'object');
  if (classes.length > 0 && object !== -1) {
    ArrayPrototypeSplice(types, object, 1);
    ArrayPrototypePush(classes, 'Object');
  }

  const parts = [];
  if (types.length > 0) {
    ArrayPrototypePush(parts, `${types.length > 1 ? 'one of type' : 'of type'} ${formatList(types, 'or')}`);
  }
  if (classes.length > 0) {
    ArrayPrototypePush(parts, `an instance of ${formatList(classes, 'or')}`);
  }
  if (phrases.length > 1) {
    ArrayPrototypePush(parts, `one of ${formatList(phrases, 'or')}`);
  } else if (phrases.length === 1) {
    const phrase = phrases[0];
    ArrayPrototypePush(parts, StringPrototypeToLowerCase(phrase) === phrase ? phrase : `an ${phrase}`);
  }
  return ArrayPrototypeJoin(parts, ' or ');
}

// 4294967297 as 4_294_967_297: only integers too long to be read at a glance.
function separateThousands(digits) {
  let rest = digits;
  let separated = '';
  const start = rest[0] === '-' ? 1 : 0;
  while (rest.length - start > 3) {
    separated = `_${StringPrototypeSlice(rest, -3)}${separated}`;
    rest = StringPrototypeSlice(rest, 0, -3);
  }
  return rest + separated;
}

function describeNumber(value) {
  if (typeof value === 'bigint') {
    const long = value > 2n ** 32n || value < -(2n ** 32n);
    return `${long ? separateThousands(String(value)) : value}n`;
  }
  if (NumberIsInteger(value) && MathAbs(value) > 2 ** 32) return separateThousands(String(value));
  return inspect(value);
}

module.exports = {
  describeNumber,
  describeWithoutSideEffects,
  determineSpecificType,
  expectation,
  formatList,
  inspect,
  subject,
};
