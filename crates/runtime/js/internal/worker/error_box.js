// An error that ends a worker, as its parent is told of it: an object with the class, the stack and the own properties of the
// error if they can be cloned, else what inspect makes of it.
'use strict';

const {
  Error, EvalError, FunctionPrototypeSymbolHasInstance, ObjectCreate, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectGetOwnPropertyNames, ObjectGetPrototypeOf, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
} = primordials;

const classes = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

function isError(value) {
  return FunctionPrototypeSymbolHasInstance(Error, value);
}

// The nearest class of the language among those of the error.
function classOf(error) {
  for (let prototype = ObjectGetPrototypeOf(error); prototype !== null; prototype = ObjectGetPrototypeOf(prototype)) {
    const name = ObjectGetOwnPropertyDescriptor(prototype, 'constructor')?.value?.name;
    if (name !== undefined && classes[name]?.prototype === prototype) return name;
  }
  return 'Error';
}

function isCloneable(value) {
  try {
    require('web/structured_clone').structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

// Own properties of an error and of what its class adds, getters read.
function propertiesOf(error, hasStack) {
  const properties = [];
  const names = ObjectGetOwnPropertyNames(error);
  for (let i = 0; i < names.length; i++) {
    if (names[i] === 'stack' && !hasStack) continue;
    const descriptor = ObjectGetOwnPropertyDescriptor(error, names[i]);
    let value;
    try {
      value = error[names[i]];
    } catch {
      // A getter of the program's: the rest is told all the same.
      continue;
    }
    const boxed = isError(value) ? box(value) : { kind: 'value', value };
    if (boxed.kind === 'value' && !isCloneable(value)) continue;
    properties[properties.length] = { name: names[i], value: boxed, enumerable: descriptor.enumerable };
  }
  return properties;
}

// False if the program has its own idea of a stack, and that fails.
function normalize(error) {
  try {
    if (require('internal/util/types').isNativeError(error)) require('internal/errors/stack').normalizeStack(error);
    return true;
  } catch {
    return false;
  }
}

function box(error) {
  try {
    if (isError(error)) {
      const hasStack = normalize(error);
      return { kind: 'error', class: classOf(error), properties: propertiesOf(error, hasStack) };
    }
    if (isCloneable(error)) return { kind: 'value', value: error };
  } catch {
    // A getter or a proxy of the program's.
  }
  try {
    return { kind: 'text', text: require('internal/util/inspect').inspect(error) };
  } catch {
    return { kind: 'nothing' };
  }
}

function unbox(boxed) {
  switch (boxed.kind) {
    case 'value': return boxed.value;
    case 'error': {
      const error = ObjectCreate(classes[boxed.class].prototype);
      for (let i = 0; i < boxed.properties.length; i++) {
        const { name, value, enumerable } = boxed.properties[i];
        ObjectDefineProperty(error, name, { __proto__: null, value: unbox(value), enumerable, configurable: true, writable: true });
      }
      return error;
    }
    case 'text': {
      const { text } = boxed;
      return { __proto__: { [require('internal/util/inspect').inspect.custom]: () => text } };
    }
    default: {
      const { codes: { ERR_WORKER_UNSERIALIZABLE_ERROR } } = require('internal/errors');
      return new ERR_WORKER_UNSERIALIZABLE_ERROR();
    }
  }
}

module.exports = { box, unbox };
