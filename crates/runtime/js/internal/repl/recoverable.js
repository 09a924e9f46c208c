// Whether a text that does not parse may only be unfinished.
'use strict';

const { RegExpPrototypeExec, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, SyntaxError } = primordials;

const { checkSyntax } = internalBinding('modules');

const JAVASCRIPT = 0;

// An evaluator gives it to ask for more lines.
class Recoverable extends SyntaxError {
  constructor(err) {
    super();
    this.err = err;
  }
}

// What the code of a line has thrown: null and undefined too.
class Thrown {
  constructor(value) {
    this.value = value;
  }
}

// What is wrong with a script: message, line, column, width and the line's text; undefined if nothing is.
function failureOf(code) {
  const failure = checkSyntax(code, JAVASCRIPT, 'script');
  if (failure === undefined) return undefined;
  const { 1: message, 2: line, 3: column, 4: width, 5: text } = failure;
  return { message, line, column, width, text };
}

function isUnfinished(code, { message, line, column }) {
  if (message === 'Unexpected end of input' || message === 'Unterminated template literal') return true;
  const rest = StringPrototypeSlice(StringPrototypeSplit(code, '\n')[line - 1] ?? '', column - 1);
  if (StringPrototypeStartsWith(rest, '/*')) return true;
  // A string goes on when its line ends with a backslash.
  return RegExpPrototypeExec(/^['"]/, rest) !== null && RegExpPrototypeExec(/\\\n*$/, code) !== null;
}

function isValidSyntax(code) {
  return checkSyntax(code, JAVASCRIPT, 'script') === undefined || checkSyntax(`_=${code}`, JAVASCRIPT, 'script') === undefined;
}

module.exports = { Recoverable, Thrown, failureOf, isUnfinished, isValidSyntax };
