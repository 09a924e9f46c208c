// process.emitWarning and how a warning is printed.
'use strict';

const { ArrayIsArray, ArrayPrototypeIncludes, Error, ErrorCaptureStackTrace, ErrorPrototypeToString, ObjectPrototypeHasOwnProperty, String } = primordials;
const { getOptionValue } = require('internal/options');

let traceHintShown = false;

function isErrorLike(value) {
  return typeof value === 'object' && value !== null && ObjectPrototypeHasOwnProperty(value, 'stack');
}

function isDisabled(warning) {
  const disabled = getOptionValue('--disable-warning');
  if (disabled.length === 0) return false;
  return (warning.code && ArrayPrototypeIncludes(disabled, warning.code)) ||
    (warning.name && ArrayPrototypeIncludes(disabled, warning.name));
}

function onWarning(warning) {
  if (!(warning instanceof Error) || isDisabled(warning)) return;
  const isDeprecation = warning.name === 'DeprecationWarning';
  if (isDeprecation && process.noDeprecation) return;
  const trace = process.traceProcessWarnings || (isDeprecation && process.traceDeprecation);
  let text = `(${process.release.name}:${process.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  if (trace) {
    const { stack } = require('internal/errors/stack').normalizeStack(warning);
    text += stack ? `${stack}` : describe(warning);
  } else {
    text += describe(warning);
  }
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !traceHintShown) {
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    const command = require('internal/path/posix').basename(process.argv0 || 'node', '.exe');
    text += `\n(Use \`${command} ${flag} ...\` to show where the warning was created)`;
    traceHintShown = true;
  }
  write(`${text}\n`);
}

// To the file that --redirect-warnings or NODE_REDIRECT_WARNINGS names, else to standard error: as a stream, if the program
// has one.
function write(text) {
  const file = getOptionValue('--redirect-warnings') || internalBinding('process').environmentVariable('NODE_REDIRECT_WARNINGS');
  if (file) {
    try {
      require('fs').appendFileSync(file, text);
      return;
    } catch {
      // Then it goes where it would have gone.
    }
  }
  if (require('internal/process/stdio').isTouched.stderr?.()) process.stderr.write(text);
  else internalBinding('errors').writeStderr(text);
}

function describe(warning) {
  return typeof warning.toString === 'function' ? `${warning.toString()}` : ErrorPrototypeToString(warning);
}

// process.emitWarning(warning[, options]) and (warning[, type[, code]][, ctor])
function emitWarning(warning, type, code, ctor) {
  const { validateString } = require('internal/validators');
  let detail;
  if (type !== null && typeof type === 'object' && !ArrayIsArray(type)) {
    ({ ctor, code, detail } = type);
    if (typeof detail !== 'string') detail = undefined;
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    ctor = type;
    code = '';
    type = 'Warning';
  }
  if (type !== undefined) validateString(type, 'type');
  if (typeof code === 'function') {
    ctor = code;
    code = '';
  } else if (code !== undefined) {
    validateString(code, 'code');
  }
  if (typeof warning === 'string') {
    warning = createWarning(warning, type, code, ctor, detail);
  } else if (!(warning instanceof Error)) {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  }
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) {
      // Outside of the caller: nobody may catch it.
      process.nextTick(() => { throw warning; });
      return;
    }
  }
  process.nextTick(doEmitWarning, warning);
}

function doEmitWarning(warning) {
  process.emit('warning', warning);
}

function createWarning(message, type, code, ctor, detail) {
  const warning = new Error(message);
  warning.name = String(type || 'Warning');
  if (code !== undefined) warning.code = code;
  if (detail !== undefined) warning.detail = detail;
  if (ctor !== undefined || process.traceProcessWarnings) ErrorCaptureStackTrace(warning, ctor ?? process.emitWarning);
  return warning;
}

// The two warnings of a rejection nobody handled, as --unhandled-rejections=warn asks for.
function warnRejection(reason, uid) {
  const warning = new Error(
    'Unhandled promise rejection. This error originated either by throwing inside of an async function without a catch block, ' +
    'or by rejecting a promise which was not handled with .catch(). To terminate the node process on unhandled promise ' +
    'rejection, use the CLI flag `--unhandled-rejections=strict` (see ' +
    'https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). ' +
    `(rejection id: ${uid})`);
  warning.name = 'UnhandledPromiseRejectionWarning';
  try {
    if (isErrorLike(reason)) {
      warning.stack = require('internal/errors/stack').normalizeStack(reason).stack;
      process.emitWarning(reason.stack, 'UnhandledPromiseRejectionWarning');
    } else {
      const { describeWithoutSideEffects } = require('internal/errors/describe');
      process.emitWarning(describeWithoutSideEffects(reason), 'UnhandledPromiseRejectionWarning');
    }
  } catch {
    // A reason whose stack throws is still a rejection to warn of.
  }
  process.emitWarning(warning);
}

let warnedDeprecated = false;

// What Node said before version 15, where a rejection that nobody handles ends the process.
function warnRejectionDeprecated() {
  if (warnedDeprecated) return;
  warnedDeprecated = true;
  process.emitWarning('Unhandled promise rejections are deprecated. In the future, promise rejections that are not handled ' +
    'will terminate the Node.js process with a non-zero exit code.', 'DeprecationWarning', 'DEP0018');
}

module.exports = { emitWarning, onWarning, isErrorLike, warnRejection, warnRejectionDeprecated };
