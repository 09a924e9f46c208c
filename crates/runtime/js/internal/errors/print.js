// How an error that ends the process is printed: the place with its source line and a caret, a blank
// line, the error as util.inspect shows it, a blank line, the version.
'use strict';

const {
  ObjectPrototypeHasOwnProperty, RegExpPrototypeExec, RegExpPrototypeSymbolReplace, String, StringPrototypeIndexOf,
  StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;
const { sourceLine, writeStderr, isNativeError, isStderrTerminal } = internalBinding('errors');
const { stackForPrinting } = require('internal/errors');
const { normalizeStack, originOf } = require('internal/errors/stack');
const { getOptionValue } = require('internal/options');

// The lines in front of the error. The engine does not tell where a value was thrown, only where an
// error was made; the caret goes under the `throw` of that line if there is one. A rejection was not thrown when it is
// printed, so there the place is the one where the error was made.
function arrowOf(error, fromPromise = false) {
  if (ObjectPrototypeHasOwnProperty(error, kArrow)) return error[kArrow];
  const origin = originOf(error);
  // A line of a builtin says nothing to whoever wrote the program; the frames below lead to theirs.
  if (origin === undefined || StringPrototypeStartsWith(origin.url, 'node:')) return '';
  const text = sourceLine(origin.url, origin.line, 'original');
  if (text === undefined) return '';
  const thrown = fromPromise ? null : RegExpPrototypeExec(/(?:^|[^\w$.])(throw)\b/, text);
  let column = origin.column - 1;
  if (thrown !== null && thrown.index <= column) column = thrown.index + StringPrototypeIndexOf(thrown[0], 'throw');
  // Tabs stay tabs, so that the caret stands under its character.
  const indent = RegExpPrototypeSymbolReplace(/[^\t]/g, StringPrototypeSlice(text, 0, column), ' ');
  return `${origin.url}:${origin.line}\n${text}\n${indent}^\n`;
}

// Errors of the module loader carry their own arrow: a syntax error has a place but no frame.
const kArrow = Symbol.for('roundel.arrow');

function isErrorLike(value) {
  return typeof value === 'object' && value !== null && ObjectPrototypeHasOwnProperty(value, 'stack');
}

function describe(error) {
  const { inspect } = require('internal/util/inspect');
  const colors = isStderrTerminal && require('internal/util/colors').shouldColorize(process.stderr);
  return inspect(error, { colors, depth: 5 });
}

// An 'error' event that nobody listened to says in its stack where it was emitted.
function addEmission(error) {
  const enhance = error[stackForPrinting];
  if (typeof enhance === 'function') error.stack = enhance();
}

// With --causes, what led there.
function causesOf(error) {
  if (getOptionValue('--causes') !== true) return '';
  const lines = require('internal/errors/cause_record').linesOf(error);
  let text = '';
  for (let i = 0; i < lines.length; i++) text += `    ${lines[i]}\n`;
  return text;
}

function printFatal(error, fromPromise) {
  let text;
  try {
    text = fatalText(error, fromPromise);
  } catch (failure) {
    // Whatever a getter or a proxy did, something must be said.
    text = `Uncaught:\n${plainly(error)}\n(it could not be shown: ${plainly(failure)})\n`;
  }
  writeStderr(`${text}\nNode.js ${process.version}\n`);
}

function plainly(value) {
  try {
    return `${value}`;
  } catch {
    return typeof value;
  }
}

function fatalText(error, fromPromise) {
  if (isErrorLike(error)) {
    const native = isNativeError(error);
    if (native) {
      normalizeStack(error);
      addEmission(error);
    }
    const arrow = native ? arrowOf(error, fromPromise) : '';
    return `${arrow === '' ? '' : `${arrow}\n`}${describe(error)}\n${causesOf(error)}`;
  }
  const hint = getOptionValue('--trace-uncaught') ? '' :
    '(Use `node --trace-uncaught ...` to show where the exception was thrown)\n';
  if (typeof error === 'object' && error !== null) return `Uncaught:\n${describe(error)}\n${hint}`;
  return `Uncaught:\n${typeof error === 'string' ? describe(error) : String(error)}\n${hint}`;
}

module.exports = { printFatal, arrowOf, kArrow };
