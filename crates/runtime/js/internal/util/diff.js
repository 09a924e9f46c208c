// The shortest list of insertions and deletions between two sequences: Myers' greedy algorithm
// ("An O(ND) Difference Algorithm", 1986), and `util.diff` on top of it.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypePush,
  ArrayPrototypeReverse,
  Int32Array,
  StringPrototypeSplit,
  TypedArrayPrototypeSlice,
} = primordials;

/** What happened to an element: only the expected sequence has it, both have it, only the actual one has it. */
const Operation = { __proto__: null, DELETE: -1, NOP: 0, INSERT: 1 };

const same = (a, b) => a === b;

/** [operation, index in actual or -1, index in expected or -1] for each step from start to end. */
function editScript(actual, expected, isEqual = same) {
  const rows = actual.length;
  const columns = expected.length;
  const max = rows + columns;
  // furthest[k + max]: how far in `actual` the best path on diagonal k has come.
  const furthest = new Int32Array(2 * max + 2);
  const history = [];
  for (let edits = 0; edits <= max; edits++) {
    ArrayPrototypePush(history, TypedArrayPrototypeSlice(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepsDown(furthest, diagonal, edits, max) ?
        furthest[diagonal + 1 + max] : furthest[diagonal - 1 + max] + 1;
      let y = x - diagonal;
      while (x < rows && y < columns && isEqual(actual[x], expected[y])) {
        x++;
        y++;
      }
      furthest[diagonal + max] = x;
      if (x >= rows && y >= columns) return retrace(history, rows, columns, max);
    }
  }
  return [];
}

// Whether the best path to a diagonal comes by taking an element of `expected`.
function stepsDown(furthest, diagonal, edits, max) {
  return diagonal === -edits ||
    (diagonal !== edits && furthest[diagonal - 1 + max] < furthest[diagonal + 1 + max]);
}

function retrace(history, x, y, max) {
  const script = [];
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const furthest = history[edits];
    const diagonal = x - y;
    const isDown = stepsDown(furthest, diagonal, edits, max);
    const previousDiagonal = isDown ? diagonal + 1 : diagonal - 1;
    const previousX = edits === 0 ? 0 : furthest[previousDiagonal + max];
    const previousY = edits === 0 ? 0 : previousX - previousDiagonal;
    while (x > previousX && y > previousY) ArrayPrototypePush(script, [Operation.NOP, --x, --y]);
    if (edits === 0) break;
    if (isDown) ArrayPrototypePush(script, [Operation.DELETE, -1, --y]);
    else ArrayPrototypePush(script, [Operation.INSERT, --x, -1]);
  }
  return ArrayPrototypeReverse(script);
}

/** `util.diff`: [operation, value] for strings (by character) or arrays of strings; empty if they are equal. */
function diff(actual, expected) {
  const { validateString, validateStringArray } = require('internal/validators');
  const validate = (value, name) => (ArrayIsArray(value) ? validateStringArray(value, name) : validateString(value, name));
  if (actual === expected) return [];
  validate(actual, 'actual');
  validate(expected, 'expected');
  const before = ArrayIsArray(actual) ? actual : StringPrototypeSplit(actual, '');
  const after = ArrayIsArray(expected) ? expected : StringPrototypeSplit(expected, '');
  const script = editScript(before, after);
  const result = [];
  for (let i = 0; i < script.length; i++) {
    const { 0: operation, 1: x, 2: y } = script[i];
    ArrayPrototypePush(result, [operation, operation === Operation.DELETE ? after[y] : before[x]]);
  }
  return result;
}

module.exports = { Operation, editScript, diff };
