// The colour table, the styles by kind of value, and how a text is painted with them.
//
// Both tables are public and writable (`util.inspect.colors`, `util.inspect.styles`), so they are read at each use.
'use strict';

const {
  ObjectDefineProperty,
  StringPrototypeSlice,
  StringPrototypeToUpperCase,
} = primordials;

const FOREGROUND_END = 39;
const BACKGROUND_END = 49;

// Name -> [code that starts it, code that ends it].
const colors = {
  __proto__: null,
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
};

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
for (let i = 0; i < hues.length; i++) colors[hues[i]] = [30 + i, FOREGROUND_END];
for (let i = 0; i < hues.length; i++) colors[`bg${capital(hues[i])}`] = [40 + i, BACKGROUND_END];
colors.framed = [51, 54];
colors.overlined = [53, 55];
colors.gray = [90, FOREGROUND_END];
for (let i = 1; i < hues.length; i++) colors[`${hues[i]}Bright`] = [90 + i, FOREGROUND_END];
colors.bgGray = [100, BACKGROUND_END];
for (let i = 1; i < hues.length; i++) colors[`bg${capital(hues[i])}Bright`] = [100 + i, BACKGROUND_END];

function capital(word) {
  return `${StringPrototypeToUpperCase(word[0])}${StringPrototypeSlice(word, 1)}`;
}

const aliases = [
  ['gray', 'grey'],
  ['gray', 'blackBright'],
  ['bgGray', 'bgGrey'],
  ['bgGray', 'bgBlackBright'],
  ['dim', 'faint'],
  ['strikethrough', 'crossedout'],
  ['strikethrough', 'strikeThrough'],
  ['strikethrough', 'crossedOut'],
  ['hidden', 'conceal'],
  ['inverse', 'swapColors'],
  ['inverse', 'swapcolors'],
  ['doubleunderline', 'doubleUnderline'],
];
for (let i = 0; i < aliases.length; i++) {
  const { 0: target, 1: alias } = aliases[i];
  ObjectDefineProperty(colors, alias, {
    __proto__: null,
    get() { return this[target]; },
    set(value) { this[target] = value; },
    configurable: true,
    enumerable: false,
  });
}

// Loads the highlighter only when a regular expression is really printed in colour.
function highlightRegExp(text) {
  return require('internal/util/inspect/regexp').highlight(text, highlightRegExp.colors ?? defaultPalette);
}
const defaultPalette = ['green', 'red', 'yellow', 'cyan', 'magenta'];
highlightRegExp.colors = defaultPalette;

// Kind of value -> name of a colour, or a function from text to text. "name" is left without one on purpose.
const styles = {
  __proto__: null,
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: highlightRegExp,
  module: 'underline',
};

/** Paints a text by the style of its kind. */
function paint(text, kind) {
  const style = styles[kind];
  if (style === undefined) return text;
  const color = colors[style];
  if (color !== undefined) return paintWith(text, color);
  return typeof style === 'function' ? style(text) : text;
}

function paintWith(text, color) {
  return `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
}

/** The painter when colours are off. */
function plain(text) {
  return text;
}

module.exports = { colors, styles, paint, paintWith, plain };
