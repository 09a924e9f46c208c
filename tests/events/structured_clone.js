// structuredClone: what is copied, what is shared, what is refused.
'use strict';
const { inspect } = require('node:util');

function show(title, fn) {
  try {
    console.log(title, '->', inspect(fn(), { depth: 5 }));
  } catch (error) {
    console.log(title, '|', error.constructor.name, error.name, error.code, '|', error.message);
  }
}
const clone = structuredClone;
for (const value of [1, 'a', null, undefined, 5n, true, NaN, -0]) show('primitive', () => clone(value));
for (const value of [Object(true), Object(1), Object('s'), Object(5n), new Date(0), new Date(NaN)]) show('boxed', () => clone(value));
show('regexp', () => {
  const regexp = /a/gi;
  regexp.lastIndex = 3;
  return [clone(regexp), clone(regexp).lastIndex];
});
show('map', () => clone(new Map([[1, { a: 1 }], ['k', new Set([1, 2])]])));
show('holes', () => clone([1, , 3]));
show('extra', () => clone(Object.assign([1], { x: 5 })));
show('object', () => clone({ a: 1, b: { c: [1, 2] }, [Symbol('s')]: 1 }));
show('class', () => clone(new (class Foo { constructor() { this.a = 1; } method() {} })()));
show('null prototype', () => Object.getPrototypeOf(clone(Object.create(null))) === Object.prototype);
show('getter', () => clone({ get a() { return 5; } }));
show('hidden', () => clone(Object.defineProperty({ a: 1 }, 'b', { value: 2 })));
show('cycle', () => {
  const object = {};
  object.self = object;
  const copy = clone(object);
  return [copy.self === copy, copy !== object];
});
show('identity', () => {
  const shared = {};
  const [a, b] = clone([shared, shared]);
  return a === b;
});
show('typed array', () => clone(new Uint8Array([1, 2, 3])));
show('views of one buffer', () => {
  const buffer = new ArrayBuffer(8);
  const [bytes, floats, copy] = clone([new Uint8Array(buffer, 2, 3), new Float64Array(buffer), buffer]);
  return [bytes.buffer === floats.buffer, bytes.buffer === copy, bytes.byteOffset, bytes.length, copy !== buffer];
});
show('data view', () => clone(new DataView(new ArrayBuffer(4), 1, 2)).byteLength);
show('error', () => {
  const error = new RangeError('message', { cause: { a: 1 } });
  error.extra = 1;
  const copy = clone(error);
  return [copy.name, copy.message, copy.cause, copy.extra, copy.constructor.name, copy.stack === error.stack, Object.keys(copy)];
});
show('named error', () => {
  class Mine extends Error {
    constructor() {
      super('mine');
      this.name = 'Mine';
    }
  }
  const copy = clone(new Mine());
  return [copy.name, copy.message, copy.constructor.name];
});
show('dom exception', () => {
  const copy = clone(new DOMException('message', 'AbortError'));
  return [copy.name, copy.message, copy.code, copy instanceof DOMException];
});
for (const value of [Symbol('x'), () => {}, function foo() {}, { method() {} }, [Symbol('inside')], new Map([[1, () => {}]]),
                     Promise.resolve(), new WeakMap(), new WeakSet(), new WeakRef({}), new Proxy({ a: 1 }, {}),
                     Object(Symbol('boxed'))]) {
  show('refused', () => clone(value));
}
show('throwing getter', () => clone({ get a() { throw new RangeError('from the getter'); } }));
show('transfer', () => {
  const buffer = new Uint8Array([1, 2]).buffer;
  const copy = clone({ buffer }, { transfer: [buffer] });
  return [buffer.byteLength, copy.buffer.byteLength, new Uint8Array(copy.buffer)];
});
show('failed transfer', () => {
  const buffer = new ArrayBuffer(8);
  try {
    clone([buffer, () => {}], { transfer: [buffer] });
  } catch {
    return buffer.byteLength;
  }
});
show('detached', () => {
  const buffer = new ArrayBuffer(8);
  clone(buffer, { transfer: [buffer] });
  return clone(buffer);
});
show('no value', () => clone());
show('options', () => clone(1, 5));
show('transfer number', () => clone(1, { transfer: 5 }));
show('transfer of number', () => clone(1, { transfer: [5] }));
show('transfer of object', () => clone(1, { transfer: [{}] }));
show('twice', () => {
  const buffer = new ArrayBuffer(8);
  return clone(1, { transfer: [buffer, buffer] });
});
