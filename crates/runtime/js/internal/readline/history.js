// The lines that were entered, newest first, and the way back through them.
//
// An entry of several lines is kept as its lines from the last to the first with returns between them, which is how a history
// file has them: newest first, one line each.
//
// Going up or down can be narrowed to lines that begin as the present one did before the cursor: `search`. Past the oldest
// match the line is the searched text again.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypePop, ArrayPrototypeReverse, ArrayPrototypeSplice, ArrayPrototypeUnshift,
  StringPrototypeIncludes, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeTrim,
} = primordials;

const { validateArray, validateNumber } = require('internal/validators');

const DEFAULT_SIZE = 30;

// The parts in the other order, with another separator between them.
function turnedRound(text, from, to) {
  return StringPrototypeIncludes(text, from) ? ArrayPrototypeJoin(ArrayPrototypeReverse(StringPrototypeSplit(text, from)), to) : text;
}

const kept = (line) => turnedRound(line, '\n', '\r');

class LineHistory {
  // -1: no line of it is shown; `lines.length`: past the oldest.
  index = -1;
  search = null;

  constructor({ history, historySize, removeHistoryDuplicates } = {}) {
    if (history === undefined) history = [];
    else validateArray(history, 'history');
    if (historySize === undefined) historySize = DEFAULT_SIZE;
    validateNumber(historySize, 'size', 0);
    this.lines = history;
    this.size = historySize;
    this.removesDuplicates = !!removeHistoryDuplicates;
  }

  set(lines) {
    if (ArrayIsArray(lines)) this.lines = lines;
  }

  // Takes a line that was entered. Gives whether it is of interest to those who listen.
  add(line) {
    const { lines } = this;
    if (this.size === 0 || StringPrototypeTrim(line).length === 0) return false;
    line = kept(line);
    this.index = -1;
    if (lines.length > 0 && lines[0] === line) return true;
    if (this.removesDuplicates) {
      const at = ArrayPrototypeIndexOf(lines, line);
      if (at !== -1) ArrayPrototypeSplice(lines, at, 1);
    }
    ArrayPrototypeUnshift(lines, line);
    if (lines.length > this.size) ArrayPrototypePop(lines);
    return true;
  }

  // An entry as it is edited.
  at(index) {
    return turnedRound(this.lines[index], '\r', '\n');
  }

  // The line to show one step further back; undefined where there is none.
  previous(current) {
    const { lines } = this;
    if (lines.length === 0 || this.index >= lines.length) return undefined;
    return this.#show(current, this.index + 1, 1);
  }

  next(current) {
    if (this.index < 0) return undefined;
    return this.#show(current, this.index - 1, -1);
  }

  #show(current, index, step) {
    const { lines } = this;
    const search = this.search ?? '';
    while (index >= 0 && index < lines.length && (!StringPrototypeStartsWith(lines[index], search) || lines[index] === current)) {
      index += step;
    }
    this.index = index;
    return index < 0 || index >= lines.length ? search : this.at(index);
  }

  endSearch() {
    if (this.search === null) return;
    this.search = null;
    if (this.index === this.lines.length) this.index = -1;
  }
}

module.exports = { LineHistory };
