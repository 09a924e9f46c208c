// Typed arrays, their buffers and views.
'use strict';
const { inspect } = require('node:util');

const bytes = Uint8Array.from({ length: 20 }, (_, i) => i * 13);
const values = [
  new Uint8Array(0), bytes, new Int8Array([-1, 0, 1]), new Uint8ClampedArray([1, 300]), new Uint16Array([1, 65535]),
  new Int32Array([-5]), new Float32Array([0.5, -0, NaN]), new Float64Array([1.1, Infinity]), new BigInt64Array([1n, -2n]), new BigUint64Array(9),
  new Uint8Array(150), Object.assign(new Uint8Array(2), { note: 'extra' }), new (class Bytes extends Uint8Array {})(3),
  Object.setPrototypeOf(new Uint8Array(2), null),
  bytes.buffer, new ArrayBuffer(0), new ArrayBuffer(120), Object.assign(new ArrayBuffer(2), { note: 'extra' }),
  new DataView(bytes.buffer, 2, 4), Object.setPrototypeOf(new ArrayBuffer(1), null),
  Buffer.from('hello'), Buffer.alloc(60, 1),
];
for (const value of values) {
  console.log(value);
  console.log([value]);
  console.log(inspect({ value }, { depth: 0 }));
  for (const options of [{ maxArrayLength: 2 }, { maxArrayLength: 0 }, { compact: false }, { compact: true }, { colors: true }]) {
    console.log(inspect(value, options));
  }
}
console.log(inspect(new Float32Array([1234.5, -9999]), { numericSeparator: true }));
console.log(inspect(new Uint8Array([1, 2]), { showHidden: true }));
