// Numbers, strings and the other values that are not objects.
'use strict';

const {
  ArrayPrototypeJoin,
  MathTrunc,
  NumberIsFinite,
  NumberIsNaN,
  ObjectIs,
  String,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeRepeat,
  StringPrototypeSlice,
  SymbolPrototypeToString,
} = primordials;
const { quote } = require('internal/util/inspect/strings');

// Shorter strings are never broken into lines.
const MIN_BROKEN_LENGTH = 16;

function formatPrimitive(ctx, value, stylize = ctx.stylize) {
  switch (typeof value) {
    case 'string':
      return formatString(ctx, value, stylize);
    case 'number':
      return formatNumber(stylize, value, ctx.numericSeparator);
    case 'bigint':
      return formatBigInt(stylize, value, ctx.numericSeparator);
    case 'boolean':
      return stylize(value ? 'true' : 'false', 'boolean');
    case 'undefined':
      return stylize('undefined', 'undefined');
    default:
      return stylize(SymbolPrototypeToString(value), 'symbol');
  }
}

function formatString(ctx, text, stylize) {
  let more = '';
  if (text.length > ctx.maxStringLength) {
    const left = text.length - ctx.maxStringLength;
    text = StringPrototypeSlice(text, 0, ctx.maxStringLength);
    more = `... ${left} more character${left > 1 ? 's' : ''}`;
  }
  if (ctx.compact !== true && text.length > MIN_BROKEN_LENGTH &&
      text.length > ctx.breakLength - ctx.indentation - 4 && StringPrototypeIncludes(text, '\n')) {
    const lines = splitLines(text);
    for (let i = 0; i < lines.length; i++) lines[i] = stylize(quote(lines[i]), 'string');
    return ArrayPrototypeJoin(lines, ` +\n${StringPrototypeRepeat(' ', ctx.indentation + 2)}`) + more;
  }
  return stylize(quote(text), 'string') + more;
}

// Each line keeps its newline.
function splitLines(text) {
  const lines = [];
  let start = 0;
  while (start < text.length) {
    const newline = StringPrototypeIndexOf(text, '\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    lines[lines.length] = StringPrototypeSlice(text, start, end);
    start = end;
  }
  return lines;
}

function formatNumber(stylize, number, separator) {
  if (ObjectIs(number, -0)) return stylize('-0', 'number');
  if (!separator) return stylize(`${number}`, 'number');
  const integer = MathTrunc(number);
  const text = String(integer);
  if (integer === number) {
    if (!NumberIsFinite(number) || StringPrototypeIncludes(text, 'e')) return stylize(text, 'number');
    return stylize(groupBefore(text), 'number');
  }
  if (NumberIsNaN(number)) return stylize(text, 'number');
  const decimals = StringPrototypeSlice(String(number), text.length + 1);
  return stylize(`${groupBefore(text)}.${groupAfter(decimals)}`, 'number');
}

function formatBigInt(stylize, bigint, separator) {
  const text = String(bigint);
  return stylize(`${separator ? groupBefore(text) : text}n`, 'bigint');
}

// Groups of three digits, counted from the right.
function groupBefore(digits) {
  const start = digits[0] === '-' ? 1 : 0;
  let result = '';
  let end = digits.length;
  for (; end >= start + 4; end -= 3) result = `_${StringPrototypeSlice(digits, end - 3, end)}${result}`;
  return end === digits.length ? digits : `${StringPrototypeSlice(digits, 0, end)}${result}`;
}

// Groups of three digits, counted from the left.
function groupAfter(digits) {
  let result = '';
  let start = 0;
  for (; start < digits.length - 3; start += 3) result += `${StringPrototypeSlice(digits, start, start + 3)}_`;
  return start === 0 ? digits : `${result}${StringPrototypeSlice(digits, start)}`;
}

module.exports = { formatPrimitive, formatNumber, formatBigInt };
