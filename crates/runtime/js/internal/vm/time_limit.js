// Scripts that are ended while they run: by a time limit, or by SIGINT (the option `breakOnSigint`).
//
// The engine can end a running script only together with all that called it. So a script with a limit is prepared with a
// call of `check` at the beginning of each function, each turn of a loop and each catch and finally block (time_checks.rs).
// It throws when the time is over, and keeps throwing until the script is left: nothing in the script can catch it for
// good. What the script calls and was not prepared so (builtins, functions of the program, what it makes by `new Function`)
// is not ended; the error comes when the script goes on.
//
// A function of a limited script may be called later, outside of any limit, or inside that of another script: what counts
// are the limits that are running, outermost first.
'use strict';

const { ArrayPrototypePop, ArrayPrototypePush } = primordials;

const { addStop } = require('internal/process/promises');
const { now } = require('internal/perf/clock');
const { beginSigintWatch, endSigintWatch, hasSigintCome } = internalBinding('vm');
const { defineHelpers, isRefused } = require('internal/vm/script_globals');

// The name of what has none.
const EVALUATED = 'evalmachine.<anonymous>';

// The clock is looked at in every so manieth check.
const STRIDE = 64;

// How often the system is asked for signals.
const SIGNALS_MS = 5;

// { deadline, timeout, hearsSigint, globalObject, Error, makeError, error }, outermost first; the last two are there once the
// script is to end.
const running = [];
let isOver = false;
let left = STRIDE;
let nextSignalCheck = 0;

function check() {
  if (running.length === 0) return;
  if (isOver || --left <= 0) look();
}

// The text of a direct `eval`, which runs in the scope that the script has given it, prepared like the script's own. What is
// no program by itself (`new.target`, `super`) stays as it is.
check.code = (code) => {
  if (typeof code !== 'string' || running.length === 0) return code;
  const prepared = internalBinding('modules').prepareScript(code, EVALUATED, 0, true);
  if (isRefused(prepared)) return code;
  defineHelpers(running[running.length - 1].globalObject, prepared);
  return prepared[0];
};

function look() {
  left = STRIDE;
  const time = now();
  const asksForSignals = time >= nextSignalCheck;
  if (asksForSignals) nextSignalCheck = time + SIGNALS_MS;
  for (let i = 0; i < running.length; i++) {
    const limit = running[i];
    if (limit.error === undefined) {
      // Of nested watches the innermost is asked: the signal comes to all of them.
      if (asksForSignals && limit.hearsSigint && hasSigintCome()) limit.makeError = interruption;
      else if (limit.deadline <= time) limit.makeError = timeoutError;
      else continue;
      limit.error = limit.makeError(limit);
    }
    isOver = true;
    throw limit.error;
  }
}

// As the native side makes them, in the context of the script.
function interruption({ Error }) {
  const error = new Error('Script execution was interrupted by `SIGINT`');
  error.code = 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
  return error;
}

function timeoutError({ timeout, Error }) {
  const error = new Error(`Script execution timed out after ${timeout}ms`);
  error.code = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
  return error;
}

// Listeners of the program do not hear the signal that ends a script.
function watchSigint() {
  require('internal/process/signals').pause('SIGINT');
  beginSigintWatch();
}

function unwatchSigint() {
  endSigintWatch();
  require('internal/process/signals').resume('SIGINT');
}

// The value of `run()`, or the error of a script that took longer than `timeout` ms or was interrupted. `Error` is that of its
// context.
function runLimited({ timeout = Infinity, breakOnSigint: hearsSigint = false }, globalObject, Error, run) {
  const limit = { deadline: now() + timeout, timeout, hearsSigint, globalObject, Error, makeError: undefined, error: undefined };
  if (hearsSigint) {
    watchSigint();
    nextSignalCheck = 0;
  }
  ArrayPrototypePush(running, limit);
  try {
    const value = run();
    look();
    return value;
  } catch (error) {
    // What went through the script has its frames. Who ran it gets an error of the place where it was run.
    throw limit.error === undefined ? error : limit.makeError(limit);
  } finally {
    ArrayPrototypePop(running);
    isOver = false;
    for (let i = 0; i < running.length; i++) isOver ||= running[i].error !== undefined;
    // Promises that the script was making when it was stopped are nobody's affair.
    if (limit.error !== undefined) addStop(limit.error);
    if (hearsSigint) unwatchSigint();
  }
}

module.exports = { check, runLimited };
