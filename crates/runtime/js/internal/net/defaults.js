// What `net` does unless a call says otherwise; programs may change it.
'use strict';

const { getOptionValue } = require('internal/options');

// Shorter than this, nobody could answer.
const MIN_ATTEMPT_TIMEOUT_MS = 10;

function atLeastMinimum(timeoutMs) {
  return timeoutMs < MIN_ATTEMPT_TIMEOUT_MS ? MIN_ATTEMPT_TIMEOUT_MS : timeoutMs;
}

module.exports = {
  autoSelectFamily: getOptionValue('--network-family-autoselection') ?? true,
  attemptTimeoutMs: getOptionValue('--network-family-autoselection-attempt-timeout') ?? 500,
  atLeastMinimum,
};
