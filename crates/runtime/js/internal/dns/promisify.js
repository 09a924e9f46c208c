// `util.promisify(dns.lookup)` gives an object with both answers.
'use strict';

const { ObjectDefineProperty, SymbolFor } = primordials;

function customPromisify(lookup) {
  ObjectDefineProperty(lookup, SymbolFor('nodejs.util.promisify.custom'), {
    __proto__: null,
    configurable: true,
    value: require('internal/dns/lookup').lookupPromise,
  });
  return lookup;
}

module.exports = { customPromisify };
