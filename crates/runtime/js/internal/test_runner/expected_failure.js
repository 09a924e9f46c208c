// `expectFailure`: a test that must not pass, and perhaps what it must throw.
'use strict';

const { ObjectPrototypeHasOwnProperty } = primordials;

function isMatcher(value) {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

// Undefined: the test is to pass. Subtests inherit what they do not say.
function readExpectedFailure(option, inherited) {
  if (option === undefined || option === null) return inherited;
  if (option === false || option === '') return undefined;
  if (typeof option === 'string') return { label: option, match: undefined };
  if (!isMatcher(option)) return { label: undefined, match: undefined };
  const isPair = typeof option === 'object' && (ObjectPrototypeHasOwnProperty(option, 'match') || ObjectPrototypeHasOwnProperty(option, 'label'));
  return isPair ? { label: option.label, match: option.match } : { label: undefined, match: option };
}

// Undefined if the error is what was expected, else what is wrong with it.
function matchExpectedFailure({ match }, error) {
  if (match === undefined) return undefined;
  try {
    require('assert').throws(() => {
      throw error;
    }, match);
  } catch (mismatch) {
    return mismatch;
  }
  return undefined;
}

module.exports = { matchExpectedFailure, readExpectedFailure };
