// What concerns the library as a whole: FIPS mode, engines, the secure heap.
'use strict';

const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const binding = internalBinding('crypto');

function getFips() {
  return binding.getFips();
}

function setFips(value) {
  binding.setFips(!!value);
}

function setEngine(id, flags) {
  validateString(id, 'id');
  if (flags) require('internal/validators').validateNumber(flags, 'flags');
  throw new codes.ERR_CRYPTO_ENGINE_UNKNOWN(id);
}

// Without --secure-heap there is none.
function secureHeapUsed() {
  const used = binding.secureHeapUsed();
  if (used === undefined) return { total: 0, used: 0, utilization: NaN, min: 2 };
  return { total: 0, used, utilization: NaN, min: 2 };
}

module.exports = { getFips, secureHeapUsed, setEngine, setFips };
