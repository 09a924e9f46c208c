// Coverage as a table for people: folders as a tree, and of each file which lines were not reached.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypePush, MathMax, NumberPrototypeToFixed, SafeMap, StringPrototypePadEnd, StringPrototypePadStart, StringPrototypeRepeat,
  StringPrototypeSplit,
} = primordials;

const HEADS = ['line %', 'branch %', 'funcs %'];
const LAST_HEAD = 'uncovered lines';
const ENOUGH = 90;
const LITTLE = 50;

function uncoveredLines(lines) {
  const parts = [];
  let start;
  let end;
  const close = () => {
    if (start !== undefined) ArrayPrototypePush(parts, start === end ? `${start}` : `${start}-${end}`);
    start = undefined;
  };
  ArrayPrototypeForEach(lines, ({ line, count }) => {
    if (count !== 0) return;
    if (start === undefined || line !== end + 1) {
      close();
      start = line;
    }
    end = line;
  });
  close();
  return ArrayPrototypeJoin(parts, ' ');
}

// The rows of the tree, the folders before what is in them.
function rowsOf(summary) {
  const { relative } = require('path');
  const tree = { __proto__: null, folders: new SafeMap() };
  ArrayPrototypeForEach(summary.files, (file) => {
    const parts = StringPrototypeSplit(relative(summary.workingDirectory, file.path), '/');
    let at = tree;
    for (let i = 0; i < parts.length; i++) {
      let next = at.folders.get(parts[i]);
      if (next === undefined) at.folders.set(parts[i], next = { __proto__: null, folders: new SafeMap(), file: undefined });
      at = next;
    }
    at.file = file;
  });
  const rows = [];
  const walk = (node, depth) => {
    node.folders.forEach((child, name) => {
      ArrayPrototypePush(rows, { __proto__: null, depth, name, file: child.file });
      walk(child, depth + 1);
    });
  };
  walk(tree, 0);
  return rows;
}

function percents(summary) {
  return [summary.coveredLinePercent, summary.coveredBranchPercent, summary.coveredFunctionPercent];
}

function colorOf(percent, paint) {
  if (percent === undefined || percent <= LITTLE) return paint?.red;
  return percent < ENOUGH ? paint?.yellow : paint?.green;
}

// Each line begins with `prefix`; `color` is that of what has none of its own.
function formatCoverage(summary, prefix, paint, color) {
  const rows = rowsOf(summary);
  const hasColors = color !== '';
  let nameWidth = 0;
  let deepest = 0;
  let lastWidth = LAST_HEAD.length;
  ArrayPrototypeForEach(rows, (row) => {
    nameWidth = MathMax(nameWidth, row.name.length);
    deepest = MathMax(deepest, row.depth);
    row.uncovered = row.file === undefined ? '' : uncoveredLines(row.file.lines);
    lastWidth = MathMax(lastWidth, row.uncovered.length);
  });
  const width = MathMax('all files'.length, nameWidth + deepest + (hasColors ? 2 : 0));
  const painted = (text, own) => (hasColors ? `${own}${text}${color}` : text);
  const cells = (values, last) => {
    let text = '';
    for (let i = 0; i < HEADS.length; i++) {
      const value = values?.[i];
      const shown = value === undefined ? '' : typeof value === 'number' ? NumberPrototypeToFixed(value, 2) : value;
      text += ` | ${painted(StringPrototypePadStart(shown, HEADS[i].length), colorOf(typeof value === 'number' ? value : undefined, paint))}`;
    }
    return `${text} | ${last}\n`;
  };
  const rule = `${prefix}${StringPrototypeRepeat('-', width + 3 + HEADS[0].length + 3 + HEADS[1].length + 3 + HEADS[2].length + 3 + lastWidth + 1)}\n`;
  let text = `${prefix}start of coverage report\n${rule}${prefix}${StringPrototypePadEnd('file', width)}${cells(HEADS, LAST_HEAD)}${rule}`;
  ArrayPrototypeForEach(rows, ({ depth, name, file, uncovered }) => {
    const padded = StringPrototypePadEnd(name, width - depth);
    const values = file === undefined ? undefined : percents(file);
    const lowest = values === undefined ? undefined : (values[0] + values[1] + values[2]) / 3;
    const shown = file === undefined ? padded : painted(padded, colorOf(lowest, paint));
    text += `${prefix}${StringPrototypeRepeat(' ', depth)}${shown}${cells(values, uncovered)}`;
  });
  return `${text}${rule}${prefix}${StringPrototypePadEnd('all files', width)}${cells(percents(summary.totals), '')}${rule}${prefix}end of coverage report\n`;
}

module.exports = { formatCoverage };
