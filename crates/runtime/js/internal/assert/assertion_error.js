// AssertionError: the error of every assertion, with both values and how they were compared.
'use strict';

const {
  ArrayPrototypeForEach,
  ArrayPrototypeJoin,
  ArrayPrototypeSlice,
  Error,
  ObjectAssign,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  String,
  StringPrototypeSlice,
  StringPrototypeSplit,
} = primordials;
const { custom, inspect } = require('internal/util/inspect');
const { kIsNodeError } = require('internal/errors');
const { isError } = require('internal/assert/failure');

// What is shown of a string among the error's properties.
const MAX_SHOWN_LINES = 10;
const MAX_SHOWN_LENGTH = 512;

class AssertionError extends Error {
  constructor(options) {
    require('internal/validators').validateObject(options, 'options');
    const {
      message, operator, stackStartFn, stackStartFunction, details, actual, expected, diff = 'simple',
    } = options;
    const limit = Error.stackTraceLimit;
    // The stack is taken below, without this constructor's frames.
    if (isLimitWritable()) Error.stackTraceLimit = 0;
    super(messageOf(message, operator, actual, expected));
    if (isLimitWritable()) Error.stackTraceLimit = limit;

    this.generatedMessage = !message;
    ObjectDefineProperty(this, 'name', {
      __proto__: null, value: 'AssertionError', enumerable: false, writable: true, configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    if (details) {
      this.actual = undefined;
      this.expected = undefined;
      this.operator = undefined;
      for (let i = 0; i < details.length; i++) {
        this[`message ${i}`] = details[i].message;
        this[`actual ${i}`] = details[i].actual;
        this[`expected ${i}`] = details[i].expected;
        this[`operator ${i}`] = details[i].operator;
        this[`stack trace ${i}`] = details[i].stack;
      }
    } else {
      this.actual = actual;
      this.expected = expected;
      this.operator = operator;
    }
    this.diff = diff;
    require('internal/errors/stack').captureStackTrace(this, stackStartFn || stackStartFunction);
  }

  get [kIsNodeError]() {
    return true;
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  // Long strings are in the message already.
  [custom](depth, options) {
    const { actual, expected } = this;
    if (typeof actual === 'string') this.actual = shorten(actual);
    if (typeof expected === 'string') this.expected = shorten(expected);
    const text = inspect(this, { ...options, customInspect: false, depth: 0 });
    this.actual = actual;
    this.expected = expected;
    return text;
  }
}

function isLimitWritable() {
  return ObjectGetOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true;
}

function messageOf(message, operator, actual, expected) {
  // Where two errors were made says nothing about whether they are equal.
  if (isError(actual) && isError(expected)) {
    actual = withoutStack(actual);
    expected = withoutStack(expected);
  }
  const { equalityMessage, inequalityMessage, looseMessage } = require('internal/assert/difference');
  switch (operator) {
    case 'strictEqual':
    case 'deepStrictEqual':
    case 'partialDeepStrictEqual':
      return equalityMessage(actual, expected, operator, message ? String(message) : undefined);
    default:
      if (message != null) return String(message);
  }
  if (operator === 'notStrictEqual' || operator === 'notDeepStrictEqual') return inequalityMessage(actual, operator);
  return looseMessage(actual, expected, operator);
}

function withoutStack(error) {
  const copy = ObjectAssign({ __proto__: ObjectGetPrototypeOf(error) }, error);
  ArrayPrototypeForEach(['message', 'cause', 'errors'], (key) => {
    const descriptor = ObjectGetOwnPropertyDescriptor(error, key);
    if (descriptor !== undefined) ObjectDefineProperty(copy, key, { __proto__: null, ...descriptor });
  });
  return copy;
}

function shorten(text) {
  const lines = StringPrototypeSplit(text, '\n', MAX_SHOWN_LINES + 1);
  if (lines.length > MAX_SHOWN_LINES) {
    return `${ArrayPrototypeJoin(ArrayPrototypeSlice(lines, 0, MAX_SHOWN_LINES), '\n')}\n...`;
  }
  // Node shows the end of a long string, not its beginning.
  return text.length > MAX_SHOWN_LENGTH ? `${StringPrototypeSlice(text, MAX_SHOWN_LENGTH)}...` : text;
}

module.exports = AssertionError;
