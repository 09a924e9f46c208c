// What asks name servers directly is not part of this runtime: each function is there and refuses by its name.
'use strict';

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const NAMES = [
  'lookupService', 'Resolver', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveCaa', 'resolveCname', 'resolveMx',
  'resolveNaptr', 'resolveNs', 'resolvePtr', 'resolveSoa', 'resolveSrv', 'resolveTlsa', 'resolveTxt', 'reverse',
  'getServers', 'setServers',
];

function addMissing(target, prefix) {
  for (let i = 0; i < NAMES.length; i++) {
    const name = NAMES[i];
    target[name] = { [name]: function() { throw new ERR_METHOD_NOT_IMPLEMENTED(`${prefix}.${name}()`); } }[name];
  }
}

module.exports = { addMissing };
