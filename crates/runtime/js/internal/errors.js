// The errors that builtins throw.
//
// `codes` maps an error code to its class: `throw new codes.ERR_X(...)`. The
// classes are made when first asked for, from the rows of
// internal/errors/codes*.js, so that start-up pays for none that is not used.
// Such an error has the plain name of its base class ('TypeError'), an own
// enumerable `code`, and shows the code only in its stack header and in
// toString(): `TypeError [ERR_X]: message`. Whoever builds that header asks
// for the symbol `kIsNodeError`.
//
// Errors of system calls are in internal/errors/system; DOMException is in
// internal/errors/dom_exception. Reading and printing of stacks is elsewhere.
'use strict';

const {
  AggregateError,
  ArrayIsArray,
  ArrayPrototypePush,
  Error,
  ErrorCaptureStackTrace,
  FunctionPrototype,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  Proxy,
  ReflectApply,
  ReflectOwnKeys,
  Symbol,
} = primordials;

const kCode = Symbol('kCode');
const kIsNodeError = Symbol('kIsNodeError');

// The key of a function that returns the stack to print should the error go
// uncaught: with the place where it was emitted, say.
const stackForPrinting = Symbol('kEnhanceStackBeforeInspector');

// Makes the class of one code, which finds its row when it is first constructed: most classes are named at the top of
// a file and never used. `baseName` asks for another base than the row's first.
function makeNodeErrorClass(key, baseName) {
  let Base;
  let message;
  let decorate;
  let isSystemError = false;

  function findBase() {
    const row = require('internal/errors/codes').row(key);
    if (row === undefined) throw new Error(`No such error code: ${key}`);
    const { 0: ownBase, 1: text, 2: options } = row;
    message = text;
    decorate = options?.decorate;
    if (ownBase === 'SystemError') {
      isSystemError = true;
      return require('internal/errors/system').makeSystemErrorClass(key, message);
    }
    if (baseName === undefined) return ownBase;
    for (let i = 0; i < options.also.length; i++) if (options.also[i].name === baseName) return options.also[i];
    throw new Error(`${key} is no ${baseName}`);
  }

  function prepare() {
    Base = findBase();
    const { prototype } = NodeError;
    ObjectSetPrototypeOf(prototype, Base.prototype);
    ObjectDefineProperties(prototype, {
      // Programs compare `err.constructor` with the built-in class.
      constructor: { __proto__: null, configurable: true, enumerable: false, get: () => Base },
      [kIsNodeError]: { __proto__: null, configurable: true, enumerable: false, get: () => true },
      toString: {
        __proto__: null,
        configurable: true,
        enumerable: false,
        writable: true,
        value: function toString() {
          return `${this.name} [${key}]: ${this.message}`;
        },
      },
    });
  }

  function NodeError(...args) {
    if (Base === undefined) prepare();
    if (isSystemError) return new Base(args[0]);
    // Not with Reflect.construct, which would be a frame of the stack.
    const error = new Base(typeof message === 'string' ? message : ReflectApply(message, undefined, args));
    ObjectSetPrototypeOf(error, NodeError.prototype);
    // Not an assignment: Error.prototype may have a setter of that name.
    ObjectDefineProperty(error, 'code', { __proto__: null, value: key, writable: true, enumerable: true, configurable: true });
    if (decorate !== undefined) decorate(error, args);
    return error;
  }
  if (baseName === undefined) {
    NodeError[kCode] = key;
    ObjectSetPrototypeOf(NodeError, otherBases);
  }
  return NodeError;
}

// What classes of codes inherit: the same code over another base, `codes.ERR_X.RangeError`.
const otherBases = { __proto__: FunctionPrototype };
defineOtherBase('TypeError');
defineOtherBase('RangeError');

function defineOtherBase(name) {
  ObjectDefineProperty(otherBases, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get() {
      const value = makeNodeErrorClass(this[kCode], name);
      ObjectDefineProperty(this, name, { __proto__: null, value });
      return value;
    },
  });
}

const codes = new Proxy({ __proto__: null }, {
  __proto__: null,
  get(made, key) {
    return made[key] ??= typeof key === 'string' ? makeNodeErrorClass(key, undefined) : undefined;
  },
  has(_made, key) {
    return require('internal/errors/codes').row(key) !== undefined;
  },
  ownKeys(made) {
    const keys = require('internal/errors/codes').keys();
    for (let i = 0; i < keys.length; i++) codes[keys[i]];
    return ReflectOwnKeys(made);
  },
});

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && typeof options !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

// What an unhandled rejection with something that is not an error is raised as.
class UnhandledPromiseRejection extends Error {
  code = 'ERR_UNHANDLED_REJECTION';

  constructor(reason) {
    super('This error originated either by throwing inside of an ' +
      'async function without a catch block, or by rejecting a ' +
      'promise which was not handled with .catch(). The promise rejected with the ' +
      `reason "${require('internal/errors/describe').describeWithoutSideEffects(reason)}".`);
    this.name = 'UnhandledPromiseRejection';
  }
}

// An AggregateError whose `code` is that of its first error.
class NodeAggregateError extends AggregateError {
  constructor(errors, message) {
    super(errors, message);
    this.code = errors[0]?.code;
  }

  get ['constructor']() {
    return AggregateError;
  }

  get [kIsNodeError]() {
    return true;
  }
}

// Joins the error that interrupted an operation with one met on the way out.
function aggregateTwoErrors(innerError, outerError) {
  if (!innerError || !outerError || innerError === outerError) return innerError || outerError;
  if (ArrayIsArray(outerError.errors)) {
    ArrayPrototypePush(outerError.errors, innerError);
    return outerError;
  }
  const joined = new AggregateError([outerError, innerError], outerError.message);
  joined.code = outerError.code;
  return joined;
}

// An error with a message and properties that no row of the table has.
function genericNodeError(message, properties) {
  const error = new Error(message);
  const keys = ReflectOwnKeys(properties);
  for (let i = 0; i < keys.length; i++) error[keys[i]] = properties[keys[i]];
  return error;
}

// Returns `fn` so wrapped that an error it throws seems to come from its
// caller. Costs a wrapper call each time: leave it to functions off the hot
// path. (Frames of internal/errors and internal/validators need no wrapper,
// the stack formatter leaves them out.)
function hideStackFrames(fn) {
  function hidden(...args) {
    try {
      return ReflectApply(fn, this, args);
    } catch (error) {
      ErrorCaptureStackTrace(error, hidden);
      throw error;
    }
  }
  ObjectDefineProperty(hidden, 'name', { __proto__: null, value: fn.name, configurable: true });
  hidden.withoutStackTrace = fn;
  return hidden;
}

let overflow;

// Whether `error` is what the engine throws when the stack is used up.
function isStackOverflowError(error) {
  if (overflow === undefined) {
    const dive = () => dive() + 1;
    try {
      dive();
    } catch (caught) {
      overflow = caught;
    }
  }
  return error != null && error.name === overflow.name && error.message === overflow.message;
}

function fromSystem(name) {
  return {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      return require('internal/errors/system')[name];
    },
  };
}

module.exports = {
  AbortError,
  NodeAggregateError,
  UnhandledPromiseRejection,
  aggregateTwoErrors,
  codes,
  determineSpecificType: (value) => require('internal/errors/describe').determineSpecificType(value),
  formatList: (list, word) => require('internal/errors/describe').formatList(list, word),
  genericNodeError,
  hideStackFrames,
  isStackOverflowError,
  stackForPrinting,
  kIsNodeError,
};

const systemNames = [
  'ConnResetException',
  'DNSException',
  'ErrnoException',
  'ExceptionWithHostPort',
  'SystemError',
  'UVException',
  'UVExceptionWithHostPort',
  'errnoException',
  'uvErrmapGet',
  'uvException',
];
for (let i = 0; i < systemNames.length; i++) {
  ObjectDefineProperty(module.exports, systemNames[i], fromSystem(systemNames[i]));
}
