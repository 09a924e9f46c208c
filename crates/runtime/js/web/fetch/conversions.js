// What Web IDL asks of arguments and receivers, in the words that Node has for it, and iterators over pairs.
'use strict';

const {
  ArrayIteratorPrototype, FunctionPrototypeCall, ObjectDefineProperties, ObjectGetPrototypeOf, ObjectSetPrototypeOf,
  String, StringPrototypeCharCodeAt, StringPrototypeToWellFormed, SymbolIterator, SymbolToStringTag, TypeError,
} = primordials;

// A receiver of another kind.
function illegalInvocation() {
  const error = new TypeError('Illegal invocation');
  error.code = 'ERR_INVALID_THIS';
  return error;
}

function needArguments(count, needed, where) {
  if (count >= needed) return;
  const found = count === 0 ? '0 found' : `only ${count} found`;
  throw new TypeError(`${where}: ${needed} argument${needed === 1 ? '' : 's'} required, but ${found}.`);
}

// A string whose characters are bytes.
function byteString(value, where, name) {
  if (typeof value === 'symbol') throw new TypeError(`${where}: ${name} is a symbol, which cannot be converted to a ByteString.`);
  const text = `${value}`;
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    if (code > 255) {
      throw new TypeError('Cannot convert argument to a ByteString because the character at ' +
        `index ${i} has a value of ${code} which is greater than 255.`);
    }
  }
  return text;
}

// A string without halves of pairs.
function scalarString(value) {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return StringPrototypeToWellFormed(`${value}`);
}

function checkDictionary(value) {
  if (value === undefined || value === null || typeof value === 'object' || typeof value === 'function') return;
  throw new TypeError(`undefined: Expected ${String(value)} to be one of: Null, Undefined, Object.`);
}

// Gives a class the members that everything with pairs has. `pairAt(object, index)` gives a pair or undefined, each time anew,
// because what is iterated may change meanwhile; it throws for a receiver of another kind.
function makeIterable(Class, pairAt) {
  const name = Class.name;
  const KEYS = 0;
  const VALUES = 1;
  const ENTRIES = 2;

  class PairIterator {
    #object;
    #kind;
    #index = 0;

    constructor(object, kind) {
      pairAt(object, -1);
      this.#object = object;
      this.#kind = kind;
    }

    next() {
      if (this === null || typeof this !== 'object' || !(#object in this)) {
        throw new TypeError(`'next' called on an object that does not implement interface ${name} Iterator.`);
      }
      const pair = pairAt(this.#object, this.#index);
      if (pair === undefined) return { value: undefined, done: true };
      this.#index++;
      return { value: this.#kind === ENTRIES ? [pair[0], pair[1]] : pair[this.#kind], done: false };
    }
  }
  ObjectSetPrototypeOf(PairIterator.prototype, ObjectGetPrototypeOf(ArrayIteratorPrototype));
  delete PairIterator.prototype.constructor;
  ObjectDefineProperties(PairIterator.prototype, {
    [SymbolToStringTag]: { __proto__: null, value: `${name} Iterator`, configurable: true },
    next: { __proto__: null, enumerable: true },
  });

  const methods = {
    keys() { return new PairIterator(this, KEYS); },
    values() { return new PairIterator(this, VALUES); },
    entries() { return new PairIterator(this, ENTRIES); },
    forEach(callback, thisArg = undefined) {
      pairAt(this, -1);
      needArguments(arguments.length, 1, `${name}.forEach`);
      if (typeof callback !== 'function') {
        throw new TypeError(`Failed to execute 'forEach' on '${name}': parameter 1 is not of type 'Function'.`);
      }
      for (let i = 0, pair; (pair = pairAt(this, i)) !== undefined; i++) {
        FunctionPrototypeCall(callback, thisArg, pair[1], pair[0], this);
      }
    },
  };
  const method = (value) => ({ __proto__: null, value, writable: true, enumerable: true, configurable: true });
  ObjectDefineProperties(Class.prototype, {
    keys: method(methods.keys),
    values: method(methods.values),
    entries: method(methods.entries),
    forEach: method(methods.forEach),
    [SymbolIterator]: { __proto__: null, value: methods.entries, writable: true, enumerable: false, configurable: true },
  });
}

module.exports = { byteString, checkDictionary, illegalInvocation, makeIterable, needArguments, scalarString };
