// Makes errors of what the `modules` binding reports: arrays whose first element says what went wrong.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeSlice, Error, ObjectDefineProperty, ReflectConstruct, StringPrototypeRepeat,
  StringPrototypeReplace, StringPrototypeSlice, SymbolFor, SyntaxError, URIError,
} = primordials;

// Read by internal/errors/print: the lines in front of an error that has a place but no frame.
const kArrow = SymbolFor('roundel.arrow');

function isFailure(result) {
  return ArrayIsArray(result) && typeof result[0] === 'string';
}

// `url:line`, the line, and carets under the place. Tabs stay tabs, so that the carets stand right.
function arrowAt(url, line, column, width, text) {
  const indent = StringPrototypeReplace(StringPrototypeSlice(text, 0, column - 1), /[^\t]/g, ' ');
  return `${url}:${line}\n${text}\n${indent}${StringPrototypeRepeat('^', width)}\n`;
}

function setArrow(error, arrow) {
  ObjectDefineProperty(error, kArrow, { __proto__: null, value: arrow, configurable: true, writable: true });
}

function syntaxError(url, failure) {
  const { 1: message, 2: line, 3: column, 4: width, 5: text } = failure;
  const error = new SyntaxError(message);
  setArrow(error, arrowAt(url, line, column, width, text));
  return error;
}

function readError(path, failure) {
  const { UVException } = require('internal/errors');
  return new UVException({ errno: failure[1], syscall: failure[2], path: failure[2] === 'open' ? path : undefined });
}

// A source that could not be compiled, or not even be read.
function sourceError(url, path, failure) {
  return failure[0] === 'read' ? readError(path, failure) : syntaxError(url, failure);
}

function addHint(error, specifier) {
  if (specifier !== undefined) error.message += `\nDid you mean to import "${specifier}"?`;
}

// A specifier that could not be resolved.
function resolveError(failure, base) {
  const { codes } = require('internal/errors');
  switch (failure[0]) {
    case 'MODULE_NOT_FOUND': {
      const error = new Error(failure[1]);
      error.code = 'MODULE_NOT_FOUND';
      error.path = failure[2];
      if (failure[3] !== undefined) error.requestPath = failure[3];
      return error;
    }
    case 'ERR_MODULE_NOT_FOUND': {
      const error = new codes.ERR_MODULE_NOT_FOUND(failure[1], failure[2], failure[3]);
      addHint(error, failure[4]);
      return error;
    }
    case 'ERR_UNSUPPORTED_DIR_IMPORT': {
      const error = new codes.ERR_UNSUPPORTED_DIR_IMPORT(failure[1], failure[2], failure[3]);
      addHint(error, failure[4]);
      return error;
    }
    case 'URIError':
    case 'ERR_INVALID_FILE_URL_HOST': {
      const error = failure[0] === 'URIError' ? new URIError(failure[1]) : new codes.ERR_INVALID_FILE_URL_HOST(failure[1]);
      error.input = failure[2];
      error.module = base;
      return error;
    }
    default:
      return ReflectConstruct(codes[failure[0]], ArrayPrototypeSlice(failure, 1));
  }
}

module.exports = { isFailure, arrowAt, setArrow, sourceError, resolveError };
