// Primitive values cross the border of Node-API as on Node: conversions, encodings, limits, statuses.
'use strict';

const addon = require(require('./fixtures/build')('values'));

const samples = [
  undefined, null, true, false, 0, -0, 1.5, -7.9, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32 + 5, -(2 ** 40), 2 ** 53, 1e300, 'text', '',
  Symbol('s'), 5n, {}, [], () => {}, new Date(0), new Error('e'), Promise.resolve(), new ArrayBuffer(2), new Uint8Array(2), Buffer.from('b'),
  new DataView(new ArrayBuffer(3)), new Float64Array(1), new SharedArrayBuffer(2), new Map(), /r/, Object(1), class {}, new Proxy({}, {}),
];
for (const sample of samples) {
  const shown = typeof sample === 'function' ? 'function' : sample instanceof Error ? String(sample) : sample;
  console.log(shown, addon.type_of(sample), addon.numbers(sample), addon.kinds(sample).join());
}
for (const text of ['plain', 'h\u00e9llo', '\u20ac\u20ac', 'a\ud83d\ude00b', '\ud800 lone', 'nul\0inside', '']) {
  for (const room of [0, 1, 2, 3, 4, 5, 8, 20]) console.log(JSON.stringify(text), room, JSON.stringify(addon.strings(text, room)));
}
console.log(addon.strings(5, 3)[0], JSON.stringify(addon.bad_utf8()), addon.external_strings());
for (const sample of [undefined, null, '12', 'x', true, 3n, Symbol('s'), { valueOf: () => 4, toString: () => 'five' }, { toString() { throw new Error('no'); } }]) {
  console.log(...addon.coerce(sample).map((one) => (typeof one === 'symbol' ? String(one) : one)));
}
for (const big of [0n, 1n, -1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n - 1n, 2n ** 64n, 2n ** 200n + 7n, -(2n ** 130n), 5]) console.log(addon.bigints(big));
console.log(addon.dates(new Date(5)), addon.dates(5), addon.dates(new Date(NaN)));
console.log(addon.symbols(), addon.symbols()[2] === Symbol.for('shared'));
for (const [left, right] of [[1, 1], [{}, Object], [[], Array], [NaN, NaN], [1, null]]) console.log(...addon.compare(left, right).map(String));
const [napi, node, release, file, sum] = addon.versions();
console.log(napi, node === parseInt(process.versions.node), release, file.startsWith('file:///') && file.endsWith('.node'), sum);
console.log(process.versions.napi, process.versions.modules);
