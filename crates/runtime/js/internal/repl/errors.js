// How an error that a line has raised is shown.
'use strict';

const { Error, RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, SymbolFor } = primordials;

const { isNativeError } = require('internal/util/types');

const isError = (value) => isNativeError(value) || value instanceof Error;

// The frame of the line itself; all below it are ours.
const LINE_FRAME = /\n\s+at REPL\d+:\d+(?::\d+)?(?=\n|$)|\n\s+at (?:global code|eval code|module code) \(REPL\d+|\n\s+at evaluate \(<anonymous>\)|\n\s+at evaluateScript \(<anonymous>\)/;

function trimStack(error) {
  if (typeof error !== 'object' || error === null || !isError(error)) return;
  require('internal/errors/stack').normalizeStack(error);
  const { stack } = error;
  if (typeof stack !== 'string') return;
  const match = RegExpPrototypeExec(LINE_FRAME, stack);
  if (match === null) return;
  try {
    error.stack = StringPrototypeSlice(stack, 0, match.index);
  } catch {
    // A frozen error keeps it.
  }
}

const kArrow = SymbolFor('roundel.arrow');

const FIRST_LINE = /^\[?([A-Z][a-z0-9_]*)*Error/;

// The written error after the word "Uncaught", which stands before the line that names it.
function uncaughtText(written, breakLength) {
  const lines = StringPrototypeSplit(written, '\n');
  let text = '';
  let isMarked = false;
  for (let i = 0; i < lines.length; i++) {
    const end = i === lines.length - 1 ? '' : '\n';
    if (!isMarked && RegExpPrototypeExec(FIRST_LINE, lines[i]) !== null) {
      isMarked = true;
      text += `${breakLength >= lines[i].length ? 'Uncaught ' : 'Uncaught:\n'}${lines[i]}${end}`;
    } else {
      text += `${lines[i]}${end}`;
    }
  }
  if (!isMarked) text = `Uncaught${StringPrototypeIndexOf(text, '\n') === -1 ? ' ' : ':\n'}${text}`;
  return StringPrototypeEndsWith(text, '\n') ? text : `${text}\n`;
}

// What V8 says where the engine says something else; names that are not there are what people see most.
function inNodesWords(error) {
  const match = RegExpPrototypeExec(/^Can't find variable: (\S+)$/, error.message);
  if (match === null) return;
  const before = `${error.name}: ${error.message}`;
  error.message = `${match[1]} is not defined`;
  if (StringPrototypeStartsWith(error.stack, before)) {
    error.stack = `${error.name}: ${error.message}${StringPrototypeSlice(error.stack, before.length)}`;
  }
}

// The text for an error of a server, by its own writer.
function describe(server, error) {
  trimStack(error);
  let written;
  if (typeof error === 'object' && error !== null && isError(error)) {
    if (error.name === 'ReferenceError') inNodesWords(error);
    // The place in a file that could not be loaded.
    written = `${error[kArrow] ? `${error[kArrow]}\n` : ''}${server.writer(error)}`;
    // An error without frames is written in brackets.
    const match = RegExpPrototypeExec(/^\[([\s\S]*)\]$/, written);
    if (match !== null) written = match[1];
  } else {
    written = server.writer(error);
  }
  return uncaughtText(written, server.writer.options?.breakLength ?? 80);
}

module.exports = { describe };
