// The lines of a file, and which of them a run has reached.
'use strict';

const { ArrayPrototypeForEach, ArrayPrototypePush, Number, RegExpPrototypeExec, RegExpPrototypeSymbolSplit } = primordials;

const IGNORED = /\/\* node:coverage ignore next (\d+ )?\*\//;
const SWITCHED = /\/\* node:coverage (enable|disable) \*\//;

// Each with its offsets, the line's end not counted, and whether a comment says that it does not matter.
function linesOf(source) {
  const lines = [];
  let offset = 0;
  let ignored = 0;
  let isEnabled = true;
  ArrayPrototypeForEach(RegExpPrototypeSymbolSplit(/(?<=\r?\n)/u, source), (text) => {
    const ending = RegExpPrototypeExec(/\r?\n$/, text)?.[0].length ?? 0;
    const line = {
      __proto__: null, line: lines.length + 1, startOffset: offset, endOffset: offset + text.length - ending, count: 1, isIgnored: !isEnabled || ignored > 0,
    };
    ArrayPrototypePush(lines, line);
    offset += text.length;
    const status = RegExpPrototypeExec(SWITCHED, text)?.[1];
    if (!isEnabled) {
      isEnabled = status === 'enable';
      return;
    }
    if (ignored > 0) ignored--;
    if (status === 'disable') isEnabled = false;
    const next = RegExpPrototypeExec(IGNORED, text);
    if (next !== null) ignored = Number(next[1] ?? 1);
  });
  return lines;
}

// The index of the line that an offset lies in.
function lineAt(lines, offset) {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].endOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Gives the lines that lie in a range its count. The first line it touches, and whether all that it touches are ignored.
function applyRange(lines, range) {
  let at = lineAt(lines, range.startOffset);
  const first = lines[at];
  let touched = 0;
  let ignored = 0;
  for (; at < lines.length && lines[at].startOffset < range.endOffset; at++) {
    const line = lines[at];
    touched++;
    if (line.isIgnored) ignored++;
    if (range.startOffset <= line.startOffset && range.endOffset >= line.endOffset) line.count = range.count;
  }
  return { __proto__: null, line: first?.line, isIgnored: touched > 0 && touched === ignored };
}

module.exports = { applyRange, linesOf };
