// `util.getSystemErrorName` and its kin: the numbers libuv gives to errors of the system.
'use strict';

const { Map, MapPrototypeSet, NumberIsSafeInteger } = primordials;
const { uvErrmapGet, uvErrors } = require('internal/errors/system');

function validateErrorNumber(err) {
  require('internal/validators').validateNumber(err, 'err');
  if (err >= 0 || !NumberIsSafeInteger(err)) {
    const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
    throw new ERR_OUT_OF_RANGE('err', 'a negative integer', err);
  }
}

function getSystemErrorName(err) {
  validateErrorNumber(err);
  return uvErrmapGet(err)?.[0] ?? `Unknown system error ${err}`;
}

function getSystemErrorMessage(err) {
  validateErrorNumber(err);
  return uvErrmapGet(err)?.[1] ?? `Unknown system error ${err}`;
}

/** A copy: the table is also what error messages are made from. */
function getSystemErrorMap() {
  const copy = new Map();
  uvErrors().forEach((entry, errno) => MapPrototypeSet(copy, errno, [entry[0], entry[1]]));
  return copy;
}

module.exports = { getSystemErrorName, getSystemErrorMessage, getSystemErrorMap };
