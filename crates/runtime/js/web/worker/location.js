// location of a worker: where its script is.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag } = primordials;
const { guard, key } = require('web/dom/construction');
const { parsed } = require('web/window/location');

class WorkerLocation {
  constructor(given = undefined) {
    guard(given);
  }

  toString() { return parsed().href; }
}

const parts = ['href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const properties = {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, value: 'WorkerLocation', configurable: true },
  toString: { __proto__: null, enumerable: true },
};
for (let i = 0; i < parts.length; i++) {
  const part = parts[i];
  properties[part] = { __proto__: null, enumerable: true, configurable: true, get: () => parsed()[part], set: undefined };
}
ObjectDefineProperties(WorkerLocation.prototype, properties);

module.exports = { WorkerLocation, location: new WorkerLocation(key) };
