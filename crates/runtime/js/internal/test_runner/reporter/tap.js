// The reporter `tap`: the Test Anything Protocol, version 13, with details as YAML.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypePush, DatePrototypeToISOString, Error, ObjectEntries, RegExpPrototypeExec,
  RegExpPrototypeSymbolSplit, SafeSet, StringPrototypeRepeat, StringPrototypeReplaceAll, StringPrototypeToUpperCase,
} = primordials;
const { inspectSafely: inspect } = require('internal/test_runner/failure');
const { isDate, isNativeError } = require('internal/util/types');

const UNWRAPPED = new SafeSet(['uncaughtException', 'unhandledRejection', 'hookFailed', 'testCodeFailure']);
const ESCAPES = [['\b', '\\b'], ['\f', '\\f'], ['\t', '\\t'], ['\n', '\\n'], ['\r', '\\r'], ['\v', '\\v'], ['\\', '\\\\'], ['#', '\\#']];

async function* tapReporter(source) {
  yield 'TAP version 13\n';
  for await (const { type, data } of source) {
    const text = line(type, data);
    if (text !== undefined) yield text;
  }
}

function line(type, data) {
  switch (type) {
    case 'test:fail':
      return result('not ok', data) + details(data, `${data.file}:${data.line}:${data.column}`);
    case 'test:pass':
      return result('ok', data) + details(data, undefined);
    case 'test:plan':
      return `${indent(data.nesting)}1..${data.count}\n`;
    case 'test:start':
      return `${indent(data.nesting)}# Subtest: ${escape(data.name)}\n`;
    case 'test:stderr':
    case 'test:stdout':
      return comments(data.message);
    case 'test:diagnostic':
    case 'test:log':
      return `${indent(data.nesting)}# ${escape(data.message)}\n`;
    case 'test:coverage': {
      const { formatCoverage } = require('internal/test_runner/reporter/coverage_table');
      return formatCoverage(data.summary, `${indent(data.nesting)}# `, undefined, '');
    }
    case 'test:interrupted': {
      let text = '';
      ArrayPrototypeForEach(data.tests, (test) => {
        text += `# Interrupted while running: ${escape(test.name)} at ${test.file}:${test.line}:${test.column}\n`;
      });
      return text;
    }
    default:
      return undefined;
  }
}

// What tests print, a comment for each line.
function comments(message) {
  let text = '';
  ArrayPrototypeForEach(RegExpPrototypeSymbolSplit(/\r?\n/, message), (part) => {
    if (part !== '') text += `# ${escape(part)}\n`;
  });
  return text;
}

function indent(nesting) {
  return StringPrototypeRepeat('    ', nesting);
}

function escape(text) {
  let result = `${text}`;
  for (let i = 0; i < ESCAPES.length; i++) result = StringPrototypeReplaceAll(result, ESCAPES[i][0], ESCAPES[i][1]);
  return result;
}

function directive(word, value) {
  return ` # ${word}${typeof value === 'string' && value.length > 0 ? ` ${escape(value)}` : ''}`;
}

function result(status, data) {
  let text = `${indent(data.nesting)}${status} ${data.testNumber}`;
  if (data.name) text += ` - ${escape(data.name)}`;
  if (data.skip !== undefined) text += directive('SKIP', data.skip);
  else if (data.todo !== undefined) text += directive(StringPrototypeToUpperCase('todo'), data.todo);
  else if (data.expectFailure !== undefined) text += directive('EXPECTED FAILURE', data.expectFailure);
  return `${text}\n`;
}

function details(data, location) {
  const prefix = `${indent(data.nesting)}  `;
  const { error, duration_ms: duration, type } = data.details;
  let text = `${prefix}---\n${yaml(prefix, 'duration_ms', duration)}${yaml(prefix, 'type', type)}`;
  if (location !== undefined) text += yaml(prefix, 'location', location);
  return `${text}${yaml(prefix, null, error, new SafeSet())}${prefix}...\n`;
}

function scalar(prefix, name, value) {
  if (typeof value !== 'string') return `${prefix}${name}: ${inspect(value)}\n`;
  const lines = RegExpPrototypeSymbolSplit(/\r?\n/, value);
  if (lines.length === 1) return `${prefix}${name}: ${inspect(value)}\n`;
  return block(prefix, name, lines);
}

function block(prefix, name, lines) {
  let text = `${prefix}${name}: |-\n`;
  for (let i = 0; i < lines.length; i++) text += `${prefix}  ${lines[i]}\n`;
  return text;
}

function yaml(prefix, name, value, seen) {
  if (value === undefined) return '';
  if (value === null) return `${prefix}${name}: ~\n`;
  if (typeof value !== 'object') return scalar(prefix, name, value);
  if (seen.has(value)) return `${prefix}${name}: <Circular>\n`;
  seen.add(value);
  if (isDate(value)) return `${prefix}${name}: ${DatePrototypeToISOString(value)}\n`;
  const isError = isNativeError(value) || value instanceof Error;
  let text = name === null ? '' : `${prefix}${name}:\n`;
  const inner = name === null ? prefix : `${prefix}  `;
  const entries = ObjectEntries(value);
  for (let i = 0; i < entries.length; i++) {
    const { 0: key, 1: item } = entries[i];
    if (isError && (key === 'cause' || key === 'code')) continue;
    text += yaml(inner, key, item, seen);
  }
  return isError ? text + errorDetails(prefix, value, seen) : text;
}

// Of an error of the runner's own that wraps what a test threw, the latter is told.
function errorDetails(prefix, error, seen) {
  const { normalizeStack } = require('internal/errors/stack');
  normalizeStack(error);
  normalizeStack(error.cause);
  const { cause } = error;
  let { code, message, name, stack, expected, actual, operator } = error;
  if (code === 'ERR_TEST_FAILURE' && UNWRAPPED.has(error.failureType) && typeof cause === 'object' && cause !== null) {
    message = cause.message ?? message;
    code = cause.code ?? code;
    ({ name, stack, expected, actual, operator } = cause);
  }
  let text = yaml(prefix, 'error', message ?? '<unknown error>', seen);
  if (code) text += yaml(prefix, 'code', code, seen);
  if (name && name !== 'Error') text += yaml(prefix, 'name', name, seen);
  text += yaml(prefix, 'expected', expected, seen) + yaml(prefix, 'actual', actual, seen);
  if (operator) text += yaml(prefix, 'operator', operator, seen);
  return text + stackLines(prefix, stack);
}

function stackLines(prefix, stack) {
  if (typeof stack !== 'string') return '';
  const frames = [];
  ArrayPrototypeForEach(RegExpPrototypeSymbolSplit(/\r?\n/, stack), (part) => {
    const match = RegExpPrototypeExec(/^ {4}at (.*)$/, part);
    if (match !== null) ArrayPrototypePush(frames, match[1]);
  });
  return frames.length === 0 ? '' : block(prefix, 'stack', frames);
}

module.exports = { tapReporter };
