// `copy` takes any view, from and into, as its bytes: where ranges are cut, memory that is gone, and what is refused in which order.
'use strict';

const assert = require('node:assert');
const v8 = require('node:v8');

const attempt = (make) => {
  try {
    return make();
  } catch (error) {
    return `${error.name} ${error.code} ${error.code === undefined ? '' : error.message}`;
  }
};
const { copy } = Buffer.prototype;
const bytes = () => Buffer.from([1, 2, 3, 4, 5]);

for (const View of [Uint16Array, Int8Array, Float64Array, Uint8ClampedArray, BigInt64Array]) {
  const whole = new View(4);
  const part = new View(4);
  console.log(View.name, attempt(() => bytes().copy(whole)), whole, attempt(() => bytes().copy(part, 1, 2, 4)), part);
}
const small = new Uint16Array(2);
for (const start of [1, 3, 4, 9]) console.log('from', start, attempt(() => bytes().copy(small, start)), small);

const sources = [
  undefined, null, 1, 'ab', {}, { length: 3 }, [1, 2], new ArrayBuffer(4), new DataView(new ArrayBuffer(8), 2, 4),
  new Uint16Array(new ArrayBuffer(8), 2, 2), new Float32Array([1]),
];
for (const source of sources) {
  const target = bytes();
  console.log(
    attempt(() => bytes().copy(source)), attempt(() => copy.call(source, target)), target, attempt(() => copy.call(source, target, 0, 3)),
    attempt(() => copy.call(source, target, 0, 4)), attempt(() => copy.call(source, target, 0, 5)),
    attempt(() => copy.call(source, target, 0, 0, -1)), attempt(() => copy.call(source, 2)));
}

const gone = (view) => {
  view.buffer.transfer();
  return view;
};
for (const view of [new Uint8Array(2), new Uint16Array(2), new DataView(new ArrayBuffer(4))].map(gone)) {
  console.log('gone', attempt(() => bytes().copy(view)), attempt(() => copy.call(view, bytes())));
}
console.log(attempt(() => new v8.Serializer().writeRawBytes(gone(new Uint16Array(2)))));
console.log(attempt(() => assert.deepStrictEqual(gone(new Uint16Array(2)), gone(new Uint16Array(2)))));
