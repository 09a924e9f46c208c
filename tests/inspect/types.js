// util.types: every test with a value of every class.
'use strict';
const { types } = require('node:util');

class SubMap extends Map {}
const values = {
  object: {}, array: [], nullPrototype: Object.create(null), fn() {}, async: async () => {}, generator: function* () {}, asyncGenerator: async function* () {},
  class: class {}, map: new Map(), subMap: new SubMap(), set: new Set(), weakMap: new WeakMap(), weakSet: new WeakSet(), date: new Date(), regexp: /x/,
  error: new TypeError('x'), fakeError: Object.create(Error.prototype), promise: Promise.resolve(), thenable: { then() {} }, proxy: new Proxy({}, {}),
  mapIterator: new Map().keys(), setIterator: new Set().values(), arrayIterator: [].values(), generatorObject: (function* () {})(),
  asyncGeneratorObject: (async function* () {})(), arguments: (function() { return arguments; })(1), strictArguments: (function() { 'use strict'; return arguments; })(1),
  buffer: new ArrayBuffer(1), view: new DataView(new ArrayBuffer(1)), uint8: new Uint8Array(1), float64: new Float64Array(1), bigint64: new BigInt64Array(1),
  clamped: new Uint8ClampedArray(1), node: Buffer.alloc(1), number: new Number(1), string: new String(''), boolean: new Boolean(false), symbol: Object(Symbol()),
  bigint: Object(1n), primitiveNumber: 1, primitiveString: 'x', null: null, undefined: undefined, primitiveSymbol: Symbol(),
  movedMap: Object.setPrototypeOf(new Map(), null), fakeMap: Object.create(Map.prototype), tagged: { [Symbol.toStringTag]: 'Map' }, math: Math,
};
for (const [name, value] of Object.entries(values)) {
  console.log(name, Object.keys(types).filter((test) => types[test](value)).join());
}
console.log(Object.keys(types).join(), require('node:util/types') === types);
