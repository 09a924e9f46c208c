// How an assertion fails: with the program's own error, its message, or a generated one.
'use strict';

const {
  Error,
  FunctionPrototypeSymbolHasInstance,
  ReflectApply,
} = primordials;

function isError(value) {
  const { Brand, brandOf } = require('internal/util/types');
  return value !== null && typeof value === 'object' &&
    (brandOf(value) === Brand.ERROR || FunctionPrototypeSymbolHasInstance(Error, value));
}

/** A message as an assertion takes it: [text and arguments for it], a function, or an error, which is thrown. */
function resolveMessage(args, actual, expected) {
  const message = args[0];
  if (args.length === 0 || message === undefined) return undefined;
  if (isError(message)) throw message;
  if (typeof message === 'string') {
    return args.length === 1 ? message : ReflectApply(require('internal/util/format').format, undefined, args);
  }
  if (typeof message === 'function') {
    const text = message(actual, expected);
    return typeof text === 'string' ? text : undefined;
  }
  const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  throw new ERR_INVALID_ARG_TYPE('message', ['string', 'function'], message);
}

/** Throws for an assertion; `args` are its message arguments. */
function fail(options, args) {
  const AssertionError = require('internal/assert/assertion_error');
  const message = resolveMessage(args, options.actual, options.expected);
  throw new AssertionError({ ...options, message });
}

module.exports = { fail, isError, resolveMessage };
