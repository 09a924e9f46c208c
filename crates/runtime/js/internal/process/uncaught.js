// Exceptions nobody caught: from the loop's callbacks, from ticks, from microtasks and from rejections.
//
// `onUncaughtException` offers the error to the program: monitor, the current domain or the capture callback; without
// those the added callbacks, the newest first, until one takes it; then the uncaughtException listeners. It answers whether somebody took it; if not, `triggerUncaughtException`
// prints it and ends the process. A listener that throws ends the process with code 7.
'use strict';

const { ArrayPrototypePush } = primordials;
const { abort, reallyExit } = internalBinding('process');

const GENERIC_USER_ERROR = 1;
const INVALID_FATAL_EXCEPTION_MONKEY_PATCHING = 6;
const EXCEPTION_IN_FATAL_HANDLER = 7;

let captureCallback = null;
const addedCallbacks = [];
// Answers the handler of the domain that is current, or null; set when the module `domain` is loaded.
let domainCapture = () => null;
let handling = false;
// Listeners are not asked, so that a core file shows the program as it was.
let aborts = internalBinding('options').values['--abort-on-uncaught-exception'] === true;

function abortOnUncaught() {
  aborts = true;
}

function setCaptureCallback(callback) {
  captureCallback = callback;
}

function addCaptureCallback(callback) {
  ArrayPrototypePush(addedCallbacks, callback);
}

function isTakenByAdded(error, type) {
  for (let i = addedCallbacks.length - 1; i >= 0; i--) {
    const callback = addedCallbacks[i];
    if (callback(error, type) === true) return true;
  }
  return false;
}

function hasCaptureCallback() {
  return captureCallback !== null || domainCapture() !== null;
}

function setDomainCapture(callback) {
  domainCapture = callback;
}

function onUncaughtException(error, fromPromise) {
  const type = fromPromise ? 'unhandledRejection' : 'uncaughtException';
  process.emit('uncaughtExceptionMonitor', error, type);
  const capture = domainCapture() ?? captureCallback;
  if (capture !== null) {
    capture(error);
  } else if (!isTakenByAdded(error, type) && !process.emit('uncaughtException', error, type)) {
    // Nobody listens: the exit listeners run before the error is printed, and theirs is the last word
    // on the exit code.
    try {
      if (!process._exiting) {
        process.exitCode = GENERIC_USER_ERROR;
        process._exiting = true;
        process.emit('exit', GENERIC_USER_ERROR);
      }
    } catch {
      // The first error is the one to report.
    }
    return false;
  }
  // The callback that threw did not get its ticks drained: see that something comes after which they are.
  require('timers').setImmediate(() => {});
  require('internal/async_hooks/hooks').clearStack();
  return true;
}

function triggerUncaughtException(error, fromPromise = false) {
  if (handling) {
    // A listener of uncaughtException threw.
    die(error, EXCEPTION_IN_FATAL_HANDLER);
    return;
  }
  if (typeof process._fatalException !== 'function') {
    die(error, INVALID_FATAL_EXCEPTION_MONKEY_PATCHING);
    return;
  }
  if (aborts && !hasCaptureCallback()) {
    require('internal/errors/print').printFatal(error, fromPromise);
    abort();
  }
  handling = true;
  let handled;
  try {
    handled = process._fatalException(error, fromPromise);
  } catch (thrown) {
    die(thrown, EXCEPTION_IN_FATAL_HANDLER);
    return;
  }
  handling = false;
  if (!handled) die(error, process.exitCode ?? GENERIC_USER_ERROR, fromPromise);
}

// Node has left the scope of a microtask when its error is offered, so no domain gets it.
function triggerFromMicrotask(error) {
  const capture = domainCapture;
  domainCapture = () => null;
  try {
    triggerUncaughtException(error);
  } finally {
    domainCapture = capture;
  }
}

function die(error, code, fromPromise = false) {
  try {
    const { isWorker, reportFatal } = require('internal/worker/inside');
    // A worker knows no other code for what its own handlers threw.
    if (isWorker && code === EXCEPTION_IN_FATAL_HANDLER) code = GENERIC_USER_ERROR;
    // What the program has taken the handler from is printed, and no event of the parent's.
    if (isWorker && code !== INVALID_FATAL_EXCEPTION_MONKEY_PATCHING) reportFatal(error);
    else require('internal/errors/print').printFatal(error, fromPromise);
  } finally {
    reallyExit(typeof code === 'number' ? code : GENERIC_USER_ERROR);
  }
}

module.exports = { abortOnUncaught, onUncaughtException, triggerUncaughtException, triggerFromMicrotask, setCaptureCallback, addCaptureCallback, hasCaptureCallback, setDomainCapture };
