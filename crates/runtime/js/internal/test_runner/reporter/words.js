// What the reporters for people share: symbols, colours, the lines of one result.
'use strict';

const { ArrayPrototypeJoin, RegExpPrototypeSymbolSplit, StringPrototypeRepeat, StringPrototypeToUpperCase } = primordials;
const { shouldColorize } = require('internal/util/colors');

const symbols = {
  '__proto__': null,
  'test:pass': '\u2714 ',
  'test:fail': '\u2716 ',
  'test:diagnostic': '\u2139 ',
  'warning': '\u26a0 ',
  'skip': '\ufe63 ',
  'arrow': '\u25b6 ',
};

// The directive of TAP.
const TO_BE_DONE = StringPrototypeToUpperCase('todo');

const none = { __proto__: null, blue: '', green: '', red: '', yellow: '', gray: '', white: '', reset: '' };
const ansi = {
  __proto__: null, blue: '\u001b[34m', green: '\u001b[32m', red: '\u001b[31m', yellow: '\u001b[33m', gray: '\u001b[90m', white: '\u001b[39m', reset: '\u001b[0m',
};

// Those of the stream that results go to.
function colors() {
  return shouldColorize(process.stdout) ? ansi : none;
}

function indent(nesting) {
  return StringPrototypeRepeat('  ', nesting);
}

function formatError(error, prefix) {
  if (!error) return '';
  const cause = error.code === 'ERR_TEST_FAILURE' ? error.cause : error;
  const { inspectSafely } = require('internal/test_runner/failure');
  const text = inspectSafely(cause, { __proto__: null, colors: shouldColorize(process.stdout), breakLength: Infinity });
  return `\n${prefix}  ${ArrayPrototypeJoin(RegExpPrototypeSymbolSplit(/\r?\n/, text), `\n${prefix}  `)}\n`;
}

function directiveOf(data) {
  if (data.skip !== undefined) return ` # ${typeof data.skip === 'string' && data.skip.length > 0 ? data.skip : 'SKIP'}`;
  if (data.todo !== undefined) return ` # ${typeof data.todo === 'string' && data.todo.length > 0 ? data.todo : TO_BE_DONE}`;
  return data.expectFailure !== undefined ? ' # EXPECTED FAILURE' : '';
}

// One result. The error is told where there is nothing else to tell.
function formatResult(type, data, prefix = '', showsError = true) {
  const paint = colors();
  const { details } = data;
  let color = type === 'test:pass' ? paint.green : paint.red;
  let symbol = symbols[type];
  const duration = details?.duration_ms ? ` ${paint.gray}(${details.duration_ms}ms)${paint.white}` : '';
  if (data.skip !== undefined) {
    color = paint.gray;
    symbol = symbols.skip;
  } else if (data.todo !== undefined && type === 'test:fail') {
    color = paint.yellow;
    symbol = symbols.warning;
  }
  const error = showsError ? formatError(details?.error, prefix) : '';
  return `${prefix}${color}${symbol}${data.name}${duration}${directiveOf(data)}${paint.white}${error}`;
}

module.exports = { colors, formatResult, indent, symbols };
