// What the program throws and does not catch: an `error` event on the global object and, unless that is prevented, a line on
// standard error. The loop goes on; the exit code is 1 in the end. A worker tells its parent instead of printing.
'use strict';

const { ErrorPrototypeToString, ObjectPrototypeHasOwnProperty, RegExpPrototypeExec, String, StringPrototypeIncludes, StringPrototypeStartsWith, globalThis } = primordials;
const { isNativeError, writeStderr } = internalBinding('errors');

const exitCode = require('web/window/exit_code');
// What a worker tells its parent of what no listener prevented: error(text, details of the event), and that it failed.
let parent;

function tellBy(told) {
  parent = told;
}

// While listeners of `error` run: what they throw is only printed.
let isReporting = false;

// As in "Uncaught Error: reason".
function describe(value) {
  try {
    return isNativeError(value) ? ErrorPrototypeToString(value) : String(value);
  } catch {
    return typeof value;
  }
}

// Where an error was made. The engine does not tell where anything else was thrown.
function placeOf(error) {
  try {
    const { url, line, column } = originOf(error) ?? { __proto__: null, url: '', line: 0, column: 0 };
    const filename = StringPrototypeStartsWith(url, '/') ? require('internal/modules/file_url').pathToUrl(url) : url;
    return { __proto__: null, filename, lineno: line, colno: column };
  } catch {
    // A program can make its errors unreadable, and must be told of them all the same.
    return { __proto__: null, filename: '', lineno: 0, colno: 0 };
  }
}

function originOf(error) {
  if (!isNativeError(error)) return undefined;
  const arrow = arrowOf(error);
  if (arrow !== undefined) {
    const { 1: url, 2: line, 3: indent } = RegExpPrototypeExec(/^(.*):(\d+)\n.*\n(\s*)/, arrow);
    return { __proto__: null, url, line: +line, column: indent.length + 1 };
  }
  const stack = require('internal/errors/stack');
  stack.normalizeStack(error);
  return stack.originOf(error);
}

// A syntax error has a place but no frames: its line, and an arrow under it.
function arrowOf(error) {
  const { kArrow } = require('internal/errors/print');
  return ObjectPrototypeHasOwnProperty(error, kArrow) ? error[kArrow] : undefined;
}

function report(error) {
  const details = detailsOf(error);
  if (!isReporting && offer({ __proto__: null, ...details, error })) return;
  exitCode.value = 1;
  if (parent !== undefined) parent.error(textOf('Uncaught', error), details);
  else print('Uncaught', error);
}

// What a worker threw and its Worker has not prevented: the page hears of it, without the value.
function reportFrom(text, details) {
  if (!isReporting && offer({ __proto__: null, ...details, error: null })) return;
  exitCode.value = 1;
  if (parent !== undefined) parent.error(text, details);
  else writeStderr(text);
}

function detailsOf(error) {
  return { __proto__: null, message: `Uncaught ${describe(error)}`, ...placeOf(error) };
}

// Callbacks are nested too deeply. Whoever could be told is as deep.
function reportDepth() {
  exitCode.value = 1;
  writeStderr('Uncaught RangeError: Maximum call stack size exceeded.\n');
}

// True if a listener prevented that the error is printed.
function offer(details) {
  const { ErrorEvent } = require('web/dom/events');
  const { fire } = require('web/dom/event_target');
  isReporting = true;
  try {
    return !fire(globalThis, new ErrorEvent('error', { __proto__: null, cancelable: true, ...details }));
  } finally {
    isReporting = false;
  }
}

function print(prefix, error) {
  writeStderr(textOf(prefix, error));
}

function textOf(prefix, error) {
  let text;
  try {
    text = `${prefix} ${shown(error)}`;
    const arrow = isNativeError(error) ? arrowOf(error) : undefined;
    if (arrow !== undefined) text = `${arrow}\n${text}`;
  } catch {
    text = `${prefix} ${describe(error)}`;
  }
  return `${text}\n`;
}

function shown(error) {
  if (typeof error === 'string') return error;
  if (isNativeError(error)) {
    require('internal/errors/stack').normalizeStack(error);
    // Without frames the inspector would put it in brackets.
    if (!StringPrototypeIncludes(error.stack, '\n    at ')) return describe(error);
  }
  return require('internal/util/inspect').inspect(error);
}

// A rejection that nobody handled.
function printRejection(reason) {
  fail();
  print('Uncaught (in promise)', reason);
}

// Something failed that is no error of the program's for others to hear of.
function fail() {
  exitCode.value = 1;
  parent?.failed();
}

module.exports = { exitCode: () => exitCode.value, fail, printRejection, report, reportDepth, reportFrom, tellBy };
