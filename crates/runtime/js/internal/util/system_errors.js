// `util.getSystemErrorName` and its kin: the numbers libuv gives to errors of the system.
'use strict';

const {
  MapPrototypeGet,
  NumberIsSafeInteger,
} = primordials;

let table;

// Number -> [name, message].
function errorTable() {
  table ??= internalBinding('uv').getErrorMap();
  return table;
}

function validateErrorNumber(err) {
  require('internal/validators').validateNumber(err, 'err');
  if (err >= 0 || !NumberIsSafeInteger(err)) {
    const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
    throw new ERR_OUT_OF_RANGE('err', 'a negative integer', err);
  }
}

function getSystemErrorName(err) {
  validateErrorNumber(err);
  return MapPrototypeGet(errorTable(), err)?.[0] ?? `Unknown system error ${err}`;
}

function getSystemErrorMessage(err) {
  validateErrorNumber(err);
  return MapPrototypeGet(errorTable(), err)?.[1] ?? `Unknown system error ${err}`;
}

/** A copy: the table is also what error messages are made from. */
function getSystemErrorMap() {
  const copy = new primordials.Map();
  primordials.MapPrototypeForEach(errorTable(), (entry, errno) => {
    primordials.MapPrototypeSet(copy, errno, [entry[0], entry[1]]);
  });
  return copy;
}

module.exports = { getSystemErrorName, getSystemErrorMessage, getSystemErrorMap };
