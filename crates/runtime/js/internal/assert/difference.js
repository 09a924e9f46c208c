// The message of a failed comparison: two values, line by line, with what only one of them has marked.
'use strict';

const {
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  StringPrototypeEndsWith,
  StringPrototypeRepeat,
  StringPrototypeSlice,
  StringPrototypeSplit,
  StringPrototypeTrimEnd,
} = primordials;
const { inspect } = require('internal/util/inspect');

// Values that are not longer than this together are told on one line.
const SHORT_PAIR = 12;
// More unchanged lines than this in a row are left out.
const MAX_UNCHANGED = 5;
// More lines than this of one value are cut.
const MAX_LINES = 50;
const LINES_KEPT = 46;
const DEFAULT_COLUMNS = 80;

const headers = {
  __proto__: null,
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
};

/** Everything a comparison could have looked at, one entry per line, in an order that does not depend on insertion. */
function inspectValue(value) {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
    breakLength: Infinity,
  });
}

function isReference(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** The message for an operator that wants two values to be equal; `title` stands for the operator's own. */
function equalityMessage(actual, expected, operator, title) {
  const paints = require('internal/assert/paints').choose();
  const actualLines = StringPrototypeSplit(inspectValue(actual), '\n');
  const expectedLines = StringPrototypeSplit(inspectValue(expected), '\n');
  let header = headers[operator];
  if (operator === 'strictEqual' && isReference(actual) && isReference(expected)) header = headers.strictEqualObject;
  header = title ?? header;

  if (isReference(actual) && typeof actual === 'object' && ArrayPrototypeJoin(actualLines, '\n') === ArrayPrototypeJoin(expectedLines, '\n')) {
    return `${title ?? headers.notIdentical}\n\n${ArrayPrototypeJoin(cut(actualLines), '\n')}\n`;
  }
  if (actualLines.length === 1 && expectedLines.length === 1 && !(isObject(actual) && isObject(expected))) {
    const pair = shortPair(actual, actualLines[0], expected, expectedLines[0]);
    if (pair !== undefined) return `${header}\n\n${pair}\n`;
    return `${header}\n${legend(paints)}\n\n${longPair(paints, actualLines[0], expectedLines[0])}\n`;
  }
  const { text, isSkipping } = lineDifference(paints, actualLines, expectedLines, operator);
  const skipped = isSkipping ? `\n${paints.blue('...')} Skipped lines` : '';
  return `${header}\n${legend(paints)}${skipped}\n\n${text}\n`;
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function legend(paints) {
  return `${paints.green('+ actual')} ${paints.red('- expected')}`;
}

function shortPair(actual, actualText, expected, expectedText) {
  let length = actualText.length + expectedText.length;
  // Quotes do not count.
  if (typeof actual === 'string') length -= 2;
  if (typeof expected === 'string') length -= 2;
  // A zero and a negative zero look too much alike.
  const areZeros = actual === 0 && expected === 0;
  return length <= SHORT_PAIR && !areZeros ? `${actualText} !== ${expectedText}` : undefined;
}

function longPair(paints, actualText, expectedText) {
  const lines = `${paints.green('+')} ${actualText}\n${paints.red('-')} ${expectedText}`;
  const columns = process.stderr.isTTY ? process.stderr.columns : DEFAULT_COLUMNS;
  if (actualText === expectedText || actualText.length + expectedText.length > columns) return lines;
  let same = 0;
  while (actualText[same] === expectedText[same]) same++;
  // An arrow under the first characters helps nobody.
  return same > 2 ? `${lines}\n${StringPrototypeRepeat(' ', same + 2)}^` : lines;
}

// A comma at the end only tells that another entry follows.
function sameLine(a, b) {
  return a === b || (StringPrototypeEndsWith(a, ',') ? StringPrototypeSlice(a, 0, -1) === b : `${a},` === b);
}

function lineDifference(paints, actualLines, expectedLines, operator) {
  const { Operation, editScript } = require('internal/util/diff');
  const script = editScript(actualLines, expectedLines, sameLine);
  const output = [];
  const unchanged = [];
  let isSkipping = false;
  const endRun = () => {
    const hidden = unchanged.length - MAX_UNCHANGED;
    if (hidden === 1 || hidden === 2) {
      for (let i = MAX_UNCHANGED; i < unchanged.length; i++) ArrayPrototypePush(output, `  ${unchanged[i]}`);
    } else if (hidden > 2) {
      isSkipping = true;
      ArrayPrototypePush(output, paints.blue('...'), `  ${unchanged[unchanged.length - 1]}`);
    }
    unchanged.length = 0;
  };
  for (let i = 0; i < script.length; i++) {
    const { 0: operation, 1: x, 2: y } = script[i];
    if (operation === Operation.NOP) {
      const line = StringPrototypeEndsWith(actualLines[x], ',') ? actualLines[x] : expectedLines[y];
      ArrayPrototypePush(unchanged, line);
      if (unchanged.length <= MAX_UNCHANGED) ArrayPrototypePush(output, `  ${line}`);
      continue;
    }
    endRun();
    if (operation === Operation.DELETE) {
      ArrayPrototypePush(output, `${paints.red('-')} ${expectedLines[y]}`);
    } else {
      // What a partial comparison does not ask for is no mistake.
      const paint = operator === 'partialDeepStrictEqual' ? paints.gray : paints.green;
      ArrayPrototypePush(output, `${paint('+')} ${actualLines[x]}`);
    }
  }
  return { text: StringPrototypeTrimEnd(ArrayPrototypeJoin(output, '\n')), isSkipping };
}

// The lines of one value, at most so many.
function cut(lines) {
  if (lines.length <= MAX_LINES) return lines;
  lines.length = LINES_KEPT;
  ArrayPrototypePush(lines, '...');
  return lines;
}

/** The message for an operator that wants two values to differ strictly. */
function inequalityMessage(actual, operator) {
  const header = operator === 'notStrictEqual' && isReference(actual) ? headers.notStrictEqualObject : headers[operator];
  const lines = cut(StringPrototypeSplit(inspectValue(actual), '\n'));
  if (lines.length === 1) return `${header}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${header}\n\n${ArrayPrototypeJoin(lines, '\n')}\n`;
}

/** The message for the loose operators, and for those that are not ours. */
function looseMessage(actual, expected, operator) {
  let left = inspectValue(actual);
  let right = inspectValue(expected);
  if (operator === 'notDeepEqual' && left === right) return shorten(`${headers.notDeepEqual}\n\n${left}`, 1024);
  left = shorten(left, 512);
  right = shorten(right, 512);
  if (operator === 'notDeepEqual') {
    return `Expected values not to be loosely deep-equal:\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
  }
  if (operator === 'deepEqual') return `${headers.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  return `${left} ${operator} ${right}`;
}

function shorten(text, length) {
  return text.length > length ? `${StringPrototypeSlice(text, 0, length - 3)}...` : text;
}

module.exports = { equalityMessage, inequalityMessage, looseMessage };
