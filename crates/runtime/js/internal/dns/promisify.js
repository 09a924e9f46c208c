// What `util.promisify` makes of functions that call back with several results: the one with promises.
'use strict';

const { ObjectDefineProperty, SymbolFor } = primordials;

function customPromisify(original, promising) {
  ObjectDefineProperty(original, SymbolFor('nodejs.util.promisify.custom'), {
    __proto__: null,
    configurable: true,
    value: promising,
  });
  return original;
}

module.exports = { customPromisify };
