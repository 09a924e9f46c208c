// The source text of a call: what `assert.ok(x)` says when `x` is not true.
//
// Found from the caller's place on the stack and the line of source there; a call that goes on over more lines is
// shown up to the end of its first.
'use strict';

const {
  RegExpPrototypeExec,
  StringPrototypeSlice,
} = primordials;

/** The call that led to `fn` being called, as it is written; undefined if its source cannot be had. */
function callText(fn) {
  const site = require('internal/errors/stack').callSites(1, fn)[0];
  const file = site?.getFileName();
  if (!file) return undefined;
  const line = internalBinding('errors').sourceLine(file, site.getLineNumber(), 'original');
  if (line === undefined) return undefined;
  return callAt(line, site.getColumnNumber() - 1);
}

/** The call in a line whose name (the last part of it) starts at `column`. */
function callAt(line, column) {
  const head = RegExpPrototypeExec(/(?:[\w$\u0080-\uffff]+\s*\.\s*)*$/, StringPrototypeSlice(line, 0, column))[0];
  const start = column - head.length;
  return StringPrototypeSlice(line, start, endOfCall(line, column));
}

// Behind the parenthesis that closes the first one, or the end of the line.
function endOfCall(line, position) {
  let depth = 0;
  for (let i = position; i < line.length; i++) {
    const character = line[i];
    if (character === '"' || character === "'" || character === '`') {
      i = endOfString(line, i);
    } else if (character === '/' && line[i + 1] === '*') {
      const rest = RegExpPrototypeExec(/\*\//, StringPrototypeSlice(line, i + 2));
      if (rest === null) return line.length;
      i += rest.index + 3;
    } else if (character === '(' || character === '[' || character === '{') {
      depth++;
    } else if (character === ')' || character === ']' || character === '}') {
      if (--depth === 0 && character === ')') return i + 1;
    }
  }
  return line.length;
}

function endOfString(line, start) {
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === '\\') i++;
    else if (line[i] === line[start]) return i;
  }
  return line.length;
}

module.exports = { callText, callAt };
