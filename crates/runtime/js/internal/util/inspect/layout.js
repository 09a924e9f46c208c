// Where the lines break: one line, one entry per line, or entries in columns.
//
// Works on entries that are already text; knows nothing of values but whether
// they are numbers, which are aligned to the right.
'use strict';

const {
  MathFloor,
  MathMax,
  MathMin,
  MathRound,
  MathSqrt,
  StringPrototypeIncludes,
  StringPrototypeRepeat,
} = primordials;
const { stringWidth } = require('internal/util/inspect/string_width');

/** What the entries of one value are: the named ones of an object, or a list with perhaps some named ones. */
const Entries = { __proto__: null, NAMED: 0, LISTED: 1 };

const COLUMN_GAP = 2;
// A text cell is about two and a half times as high as wide: columns chosen with this give near-square blocks.
const CELL_RATIO = 2.5;
const MAX_COLUMNS = 15;
// Lists up to this long are never put in columns.
const SHORT_LIST = 6;

/**
 * The whole text of a value: `opening` such as "Foo {" and `closing` around the entries,
 * `base` (a function's or error's own text) in front.
 */
function assemble(ctx, entries, shape, depth, list) {
  const { base, opening, closing, kind } = shape;
  if (ctx.compact === true) return assembleDense(ctx, entries, base, opening, closing);
  const lead = base === '' ? opening : `${base} ${opening}`;
  if (typeof ctx.compact === 'number' && ctx.compact >= 1) {
    const count = entries.length;
    if (kind === Entries.LISTED && count > SHORT_LIST) entries = inColumns(ctx, entries, list);
    // Only the innermost `compact` levels share a line, and only if nothing was put in columns.
    if (ctx.currentDepth - depth < ctx.compact && count === entries.length) {
      const start = entries.length + ctx.indentation + opening.length + base.length + 10;
      if (fits(ctx, entries, start, base)) {
        const joined = join(entries, ', ');
        if (!StringPrototypeIncludes(joined, '\n')) return `${lead} ${joined} ${closing}`;
      }
    }
  }
  const newline = `\n${StringPrototypeRepeat(' ', ctx.indentation)}`;
  return `${lead}${newline}  ${join(entries, `,${newline}  `)}${newline}${closing}`;
}

// `compact: true`: as few lines as the break length allows, braces on the lines of entries.
function assembleDense(ctx, entries, base, opening, closing) {
  if (fits(ctx, entries, 0, base)) {
    const joined = join(entries, ', ');
    // Without a break length only what has lines of its own is broken.
    if (ctx.breakLength !== Infinity || !StringPrototypeIncludes(joined, '\n')) {
      return `${opening}${base === '' ? '' : ` ${base}`} ${joined} ${closing}`;
    }
  }
  const newline = `\n${StringPrototypeRepeat(' ', ctx.indentation)}  `;
  const head = base === '' && opening.length === 1 ? ' ' : `${base === '' ? '' : ` ${base}`}${newline}`;
  return `${opening}${head}${join(entries, `,${newline}`)} ${closing}`;
}

// By concatenation, which engines do lazily: the text of a deep value is copied once and not once per level.
function join(entries, separator) {
  if (entries.length === 0) return '';
  let text = entries[0];
  for (let i = 1; i < entries.length; i++) text += separator + entries[i];
  return text;
}

function fits(ctx, entries, start, base) {
  let total = entries.length + start;
  if (total + entries.length > ctx.breakLength) return false;
  for (let i = 0; i < entries.length; i++) {
    total += ctx.colors ? visibleLength(entries[i]) : entries[i].length;
    if (total > ctx.breakLength) return false;
  }
  return base === '' || !StringPrototypeIncludes(base, '\n');
}

function visibleLength(text) {
  return require('internal/util/inspect/string_width').stripSequences(text).length;
}

/** The entries of a long list of short things joined to rows of equally wide columns, or unchanged. */
function inColumns(ctx, entries, list) {
  // The last entry may be "... more items": it keeps a line of its own.
  const hasMore = ctx.maxArrayLength < entries.length;
  const count = hasMore ? entries.length - 1 : entries.length;
  const areNumbers = list !== undefined && isNumeric(list, entries.length);
  const widths = [];
  let total = 0;
  let widest = 0;
  for (let i = 0; i < count; i++) {
    const width = areNumbers && !ctx.colors ? entries[i].length : stringWidth(entries[i], ctx.colors ? 'stripped' : 'kept');
    widths[i] = width;
    total += width + COLUMN_GAP;
    if (width > widest) widest = width;
  }
  const columns = columnCount(ctx, count, entries.length, total, widest);
  if (columns <= 1) return entries;

  const columnWidths = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let i = column; i < count; i += columns) if (widths[i] > width) width = widths[i];
    columnWidths[column] = width;
  }
  const rows = [];
  for (let start = 0; start < count; start += columns) {
    const end = start + columns < count ? start + columns : count;
    let row = '';
    for (let i = start; i < end; i++) {
      const padding = spaces(columnWidths[i - start] - widths[i]);
      const isLast = i === end - 1;
      if (areNumbers) row += isLast ? `${padding}${entries[i]}` : `${padding}${entries[i]}, `;
      else row += isLast ? entries[i] : `${entries[i]}, ${padding}`;
    }
    rows[rows.length] = row;
  }
  if (hasMore) rows[rows.length] = entries[count];
  return rows;
}

// How many columns make the block about square; 1 if columns would waste space.
function columnCount(ctx, count, entryCount, total, widest) {
  const cell = widest + COLUMN_GAP;
  if (cell * 3 + ctx.indentation >= ctx.breakLength) return 1;
  // Very uneven widths would leave most of the block empty.
  if (total / cell <= 5 && widest > 6) return 1;
  const unevenness = MathSqrt(cell - total / entryCount);
  const biasedCell = MathMax(cell - 3 - unevenness, 1);
  return MathMin(
    MathRound(MathSqrt(CELL_RATIO * biasedCell * count) / biasedCell),
    MathFloor((ctx.breakLength - ctx.indentation) / cell),
    ctx.compact * 4,
    MAX_COLUMNS,
  );
}

const paddings = [''];
function spaces(count) {
  return paddings[count] ??= StringPrototypeRepeat(' ', count);
}

function isNumeric(list, count) {
  for (let i = 0; i < count; i++) {
    if (typeof list[i] !== 'number' && typeof list[i] !== 'bigint') return false;
  }
  return true;
}

module.exports = { Entries, assemble };
