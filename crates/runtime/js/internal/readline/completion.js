// Completion by a tab.
'use strict';

const { ArrayPrototypeFilter, ArrayPrototypeMap, MathFloor, MathMax, StringPrototypeRepeat, StringPrototypeSlice, StringPrototypeStartsWith } = primordials;

const { stringWidth } = require('internal/util/inspect/string_width');

const GAP = 2;

// What all the texts begin with.
function commonPrefix(texts) {
  if (texts.length === 0) return '';
  let prefix = texts[0];
  for (let i = 1; i < texts.length; i++) {
    while (!StringPrototypeStartsWith(texts[i], prefix)) prefix = StringPrototypeSlice(prefix, 0, -1);
  }
  return prefix;
}

// The texts in columns. An empty text separates two groups.
function table(texts, columns) {
  const widths = ArrayPrototypeMap(texts, (text) => stringWidth(text));
  let width = 0;
  for (let i = 0; i < widths.length; i++) width = MathMax(width, widths[i] + GAP);
  const perLine = columns === Infinity ? 1 : MathFloor(columns / width) || 1;
  let out = '\r\n';
  let inLine = 0;
  let padding = 0;
  for (let i = 0; i < texts.length; i++) {
    if (texts[i] === '' || inLine === perLine) {
      out += '\r\n';
      inLine = 0;
      padding = 0;
    } else {
      out += StringPrototypeRepeat(' ', padding);
    }
    if (texts[i] === '') {
      out += '\r\n';
      continue;
    }
    out += texts[i];
    padding = width - widths[i];
    inLine++;
  }
  return inLine === 0 ? out : `${out}\r\n\r\n`;
}

// Acts on what a completer gave: the completions, and the end of the line that they stand for.
function apply(iface, { 0: completions, 1: completed }, isRepeated) {
  if (!completions || completions.length === 0) return;
  const prefix = commonPrefix(ArrayPrototypeFilter(completions, (text) => text !== ''));
  if (StringPrototypeStartsWith(prefix, completed) && prefix.length > completed.length) {
    iface._insertString(StringPrototypeSlice(prefix, completed.length));
    return;
  }
  if (!StringPrototypeStartsWith(completed, prefix)) {
    const start = iface.cursor - completed.length;
    iface.line = `${StringPrototypeSlice(iface.line, 0, start)}${prefix}${StringPrototypeSlice(iface.line, iface.cursor)}`;
    iface.cursor = start + prefix.length;
    iface._refreshLine();
    return;
  }
  // The choices are shown when the key comes a second time.
  if (!isRepeated) return;
  iface._beforeEdit();
  iface._writeToOutput(table(completions, iface.columns));
  iface._refreshLine();
}

function tellFailure(iface, error) {
  const { inspect } = require('internal/util/inspect');
  iface._writeToOutput(`Tab completion error: ${inspect(error)}`);
}

const textToComplete = (iface) => StringPrototypeSlice(iface.line, 0, iface.cursor);

// With a completer that calls back.
function complete(iface, isRepeated) {
  iface.pause();
  iface.completer(textToComplete(iface), (error, found) => {
    if (!iface.closed) iface.resume();
    if (error) tellFailure(iface, error);
    else apply(iface, found, isRepeated);
  });
}

// With one that gives what it found, or a promise of it.
async function completeByPromise(iface, isRepeated) {
  iface.pause();
  let found;
  try {
    found = await iface.completer(textToComplete(iface));
  } catch (error) {
    tellFailure(iface, error);
    return;
  } finally {
    if (!iface.closed) iface.resume();
  }
  apply(iface, found, isRepeated);
}

module.exports = { commonPrefix, complete, completeByPromise };
