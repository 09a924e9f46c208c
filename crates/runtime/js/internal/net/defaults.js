// What `net` does unless a call says otherwise; programs may change it.
'use strict';

// Shorter than this, nobody could answer.
const MIN_ATTEMPT_TIMEOUT_MS = 10;

function atLeastMinimum(timeoutMs) {
  return timeoutMs < MIN_ATTEMPT_TIMEOUT_MS ? MIN_ATTEMPT_TIMEOUT_MS : timeoutMs;
}

module.exports = { autoSelectFamily: true, attemptTimeoutMs: 250, atLeastMinimum };
