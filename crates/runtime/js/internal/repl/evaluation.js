// Runs what was typed: a script in the context of the server, or a promise of its value when it awaits.
'use strict';

const {
  Error, PromisePrototypeThen, RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeRepeat, StringPrototypeTrim,
  SyntaxError,
} = primordials;

const { codes: { ERR_SCRIPT_EXECUTION_INTERRUPTED } } = require('internal/errors');
const { awaitingScript, checkSyntax, dynamicImports } = internalBinding('modules');
const { Recoverable, Thrown, failureOf, isUnfinished } = require('internal/repl/recoverable');

const JAVASCRIPT = 0;
const STRICT_PREFIX = "'use strict'; void 0; ";

// An error whose stack begins with the place, as it is shown.
function syntaxError({ message, column, width, text }) {
  const error = new SyntaxError(message);
  const caret = `${StringPrototypeRepeat(' ', column - 1)}${StringPrototypeRepeat('^', width)}`;
  error.stack = `${text}\n${caret}\n\nSyntaxError: ${message}`;
  return error;
}

function importError(code, written) {
  const message = 'Cannot use import statement inside the Node.js REPL, alternatively use dynamic import: ' + written;
  const at = RegExpPrototypeExec(/^(.*)\bimport\b(.*)$/m, code);
  const column = at === null ? 1 : at[1].length + 1;
  return syntaxError({ message, column, width: 'import'.length, text: at === null ? '' : at[0] });
}

// Braces at the beginning are an object where that is possible and no semicolon says otherwise.
function asExpression(code) {
  if (RegExpPrototypeExec(/^\s*{/, code) === null || RegExpPrototypeExec(/;\s*$/, code) !== null) return code;
  const wrapped = `(${StringPrototypeTrim(code)})\n`;
  return checkSyntax(wrapped, JAVASCRIPT, 'script') === undefined ? wrapped : code;
}

// The text to run and whether it gives a promise, or the error that keeps it from running.
function prepare(code, isStrict) {
  const expression = asExpression(code);
  if (StringPrototypeIncludes(code, 'await')) {
    const awaiting = awaitingScript(expression) ?? awaitingScript(code);
    if (awaiting !== undefined) return { code: awaiting, awaits: true };
  }
  const failure = failureOf(expression);
  if (failure === undefined) return { code: isStrict ? `${STRICT_PREFIX}${expression}` : expression, awaits: false };
  if (StringPrototypeIncludes(code, 'import')) {
    const written = dynamicImports(code);
    if (written !== undefined) return { error: importError(code, written) };
  }
  const own = expression === code ? failure : failureOf(code);
  const error = syntaxError(own ?? failure);
  return { error: isUnfinished(code, own ?? failure) ? new Recoverable(error) : error };
}

// The engine's words for a name that an earlier line has declared.
const DECLARED = /^Can't create duplicate variable(?: that shadows a global property)?: '(.*)'$/;

function inNodesWords(error) {
  const match = error instanceof SyntaxError || error?.name === 'SyntaxError' ? RegExpPrototypeExec(DECLARED, error.message) : null;
  if (match === null) return error;
  const replaced = new SyntaxError(`Identifier '${match[1]}' has already been declared`);
  replaced.stack = `SyntaxError: ${replaced.message}`;
  return replaced;
}

// `callback(error, value)`: at once, or when what was awaited has come.
function evaluate(server, code, context, file, callback) {
  if (code === '\n') {
    callback(null);
    return;
  }
  const prepared = prepare(code, server.isStrict);
  if (prepared.error !== undefined) {
    callback(prepared.error);
    return;
  }
  const { Script } = require('internal/vm/script');
  const breakOnSigint = server.breakEvalOnSigint;
  let value;
  try {
    const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = require('internal/vm/dynamic_import');
    const script = new Script(prepared.code, { filename: file, importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER });
    const options = { displayErrors: false, breakOnSigint };
    const run = () => server.useGlobal ? script.runInThisContext(options) : script.runInContext(context, options);
    value = breakOnSigint && server.terminal ? withoutRawMode(server, run) : run();
  } catch (error) {
    callback(new Thrown(inNodesWords(error)));
    return;
  }
  if (!prepared.awaits) {
    callback(null, value);
    return;
  }
  if (breakOnSigint) server._interrupt = () => callback(new Thrown(interruption()));
  PromisePrototypeThen(value, (found) => callback(null, found?.value), (error) => callback(new Thrown(error)));
}

// A terminal in raw mode makes keys of signals.
function withoutRawMode(server, run) {
  const wasRaw = server._setRawMode(false);
  try {
    return run();
  } finally {
    server._setRawMode(wasRaw);
  }
}

// Why a line no longer awaits. It comes from no code.
function interruption() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new ERR_SCRIPT_EXECUTION_INTERRUPTED();
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

module.exports = { evaluate };
