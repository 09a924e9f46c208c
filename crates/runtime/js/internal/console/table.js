// console.table: rows and columns of data, drawn with box characters.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  MapPrototypeForEach,
  MathMax,
  ObjectHasOwn,
  ObjectKeys,
  SetPrototypeForEach,
  StringPrototypeRepeat,
} = primordials;
const { previewEntries } = internalBinding('util');
const { inspect } = require('internal/util/inspect');
const { stringWidth } = require('internal/util/inspect/string_width');
const { isMap, isMapIterator, isSet, isSetIterator } = require('internal/util/types');

const INDEX = '(index)';
const ITERATION = '(iteration index)';
const KEY = 'Key';
const VALUES = 'Values';

/** The table of an object, array, Map, Set or iterator of those; `properties` chooses the columns. */
function tableOf(data, properties, options) {
  const entries = entriesOf(data);
  if (entries !== undefined) return draw(entryColumns(entries, options));
  return draw(objectColumns(data, properties, options));
}

// Cells show the outlines of what is in them.
function cell(value, options) {
  const isWide = value !== null && typeof value === 'object' && !ArrayIsArray(value) && ObjectKeys(value).length > 2;
  return inspect(value, { maxArrayLength: 3, breakLength: Infinity, depth: isWide ? -1 : 0, ...options });
}

// Keys (or undefined) and values of a collection; undefined if the data is none.
function entriesOf(data) {
  const keys = [];
  const values = [];
  if (isMap(data)) {
    MapPrototypeForEach(data, (value, key) => {
      ArrayPrototypePush(keys, key);
      ArrayPrototypePush(values, value);
    });
    return { keys, values };
  }
  if (isSet(data)) {
    SetPrototypeForEach(data, (value) => ArrayPrototypePush(values, value));
    return { keys: undefined, values };
  }
  if (!isMapIterator(data) && !isSetIterator(data)) return undefined;
  const preview = previewEntries(data);
  if (preview === undefined) return undefined;
  const { 0: list, 1: hasPairs } = preview;
  if (!hasPairs || isSetIterator(data)) return { keys: undefined, values: list };
  for (let i = 0; i < list.length; i += 2) {
    ArrayPrototypePush(keys, list[i]);
    ArrayPrototypePush(values, list[i + 1]);
  }
  return { keys, values };
}

function entryColumns({ keys, values }, options) {
  const indices = [];
  const keyCells = [];
  const valueCells = [];
  for (let i = 0; i < values.length; i++) {
    ArrayPrototypePush(indices, `${i}`);
    if (keys !== undefined) ArrayPrototypePush(keyCells, cell(keys[i], options));
    ArrayPrototypePush(valueCells, cell(values[i], options));
  }
  const columns = [{ head: ITERATION, cells: indices }];
  if (keys !== undefined) ArrayPrototypePush(columns, { head: KEY, cells: keyCells });
  ArrayPrototypePush(columns, { head: VALUES, cells: valueCells });
  return columns;
}

function objectColumns(data, properties, options) {
  const rowKeys = ObjectKeys(data);
  const byKey = { __proto__: null };
  const primitives = [];
  let hasPrimitives = false;
  for (let row = 0; row < rowKeys.length; row++) {
    const item = data[rowKeys[row]];
    const isPrimitive = item === null || (typeof item !== 'object' && typeof item !== 'function');
    if (isPrimitive && properties === undefined) {
      hasPrimitives = true;
      primitives[row] = cell(item, options);
      continue;
    }
    const keys = properties ?? ObjectKeys(item);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      byKey[key] ??= [];
      byKey[key][row] = !isPrimitive && ObjectHasOwn(item, key) ? cell(item[key], options) : '';
    }
  }
  const columns = [{ head: INDEX, cells: rowKeys }];
  const heads = ObjectKeys(byKey);
  for (let i = 0; i < heads.length; i++) ArrayPrototypePush(columns, { head: heads[i], cells: byKey[heads[i]] });
  if (hasPrimitives) ArrayPrototypePush(columns, { head: VALUES, cells: primitives });
  return columns;
}

function draw(columns) {
  let rows = 0;
  const widths = [];
  for (let c = 0; c < columns.length; c++) {
    const { head, cells } = columns[c];
    rows = MathMax(rows, cells.length);
    let width = stringWidth(head);
    for (let r = 0; r < cells.length; r++) width = MathMax(width, stringWidth(cells[r] ?? ''));
    ArrayPrototypePush(widths, width + 2);
  }
  const rules = [];
  for (let c = 0; c < widths.length; c++) ArrayPrototypePush(rules, StringPrototypeRepeat('─', widths[c]));
  const lines = [
    `┌${ArrayPrototypeJoin(rules, '┬')}┐`,
    drawRow(columns, widths, (column) => column.head),
    `├${ArrayPrototypeJoin(rules, '┼')}┤`,
  ];
  for (let r = 0; r < rows; r++) ArrayPrototypePush(lines, drawRow(columns, widths, (column) => column.cells[r] ?? ''));
  ArrayPrototypePush(lines, `└${ArrayPrototypeJoin(rules, '┴')}┘`);
  return ArrayPrototypeJoin(lines, '\n');
}

function drawRow(columns, widths, textOf) {
  const cells = [];
  for (let c = 0; c < columns.length; c++) {
    const text = textOf(columns[c]);
    ArrayPrototypePush(cells, ` ${text}${StringPrototypeRepeat(' ', widths[c] - 1 - stringWidth(text))}`);
  }
  return `│${ArrayPrototypeJoin(cells, '│')}│`;
}

module.exports = { tableOf };
