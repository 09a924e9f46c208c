// Deep equality in its three modes, both ways round.
'use strict';
const assert = require('node:assert');

const fails = (run) => {
  try {
    run();
    return 1;
  } catch (error) {
    if (error.code !== 'ERR_ASSERTION') throw error;
    return 0;
  }
};
const modes = (a, b) => ['deepEqual', 'deepStrictEqual', 'partialDeepStrictEqual'].map((name) => fails(() => assert[name](a, b))).join('');
class Foo { constructor() { this.a = 1; } }
class Bar { constructor() { this.a = 1; } }
const loop = {};
loop.loop = loop;
const otherLoop = {};
otherLoop.loop = otherLoop;
const longLoop = { loop: {} };
longLoop.loop.loop = longLoop;
const key = Symbol('key');
const pairs = [
  [0, -0], [NaN, NaN], [1, '1'], [null, undefined], [null, 0], ['', 0], [true, 1], [1n, 1], [{}, 0], [key, key],
  [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: '1' }], [{ a: 1, b: 2 }, { b: 2 }], [{ a: undefined }, {}], [{ a: undefined }, { b: undefined }], [{ a: 1, b: 2 }, { b: 2, a: 1 }],
  [{ [key]: 1 }, {}], [{ [key]: 1 }, { [key]: 1 }], [{ [key]: 1 }, { [key]: 2 }], [Object.defineProperty({}, 'a', { value: 1 }), {}], [{ get a() { return 1; } }, { a: 1 }],
  [new Foo(), { a: 1 }], [new Foo(), new Foo()], [new Foo(), new Bar()], [Object.assign(Object.create(null), { a: 1 }), { a: 1 }], [{ [Symbol.toStringTag]: 'x' }, {}],
  [[1, 2, 3], [1, 2, 3]], [[1, 2, 3], [1, 3]], [[1, 2, 3], [3, 1]], [[1, , 3], [1, undefined, 3]], [[1, , 3], [1, , 3]], [[, ], [, ]], [Object.assign([1], { a: 1 }), [1]],
  [[1], { 0: 1 }], [[{ a: 1, b: 2 }], [{ a: 1 }]], [[[1, 2]], [[2]]], [[], []], [[1], []], [Object.assign([], { 1e6: 1 }), Object.assign([], { 1e6: 1 })],
  [new Set([1, 2]), new Set([2, 1])], [new Set([1, 2]), new Set([2])], [new Set([{ a: 1 }, { b: 1 }]), new Set([{ b: 1 }, { a: 1 }])], [new Set([1]), new Set(['1'])],
  [new Set([[1, [2]]]), new Set([[1, [3]]])], [Object.assign(new Set(), { a: 1 }), new Set()], [new Set([NaN]), new Set([NaN])], [new Set([{ a: 1 }, { a: 1 }]), new Set([{ a: 1 }, { a: 2 }])],
  [new Map([[1, 2], [3, 4]]), new Map([[3, 4], [1, 2]])], [new Map([[1, 2], [3, 4]]), new Map([[3, 4]])], [new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])],
  [new Map([[1, '2']]), new Map([['1', 2]])], [new Map([[1, undefined]]), new Map([[2, undefined]])], [new Map([[1, { a: 1, b: 1 }]]), new Map([[1, { a: 1 }]])],
  [new Date(0), new Date(0)], [new Date(0), new Date(1)], [new Date(NaN), new Date(NaN)], [Object.assign(new Date(0), { a: 1 }), new Date(0)],
  [/a/g, /a/g], [/a/g, /a/i], [Object.assign(/a/g, { lastIndex: 1 }), /a/g],
  [new Error('a'), new Error('a')], [new Error('a'), new Error('b')], [new Error('a'), new TypeError('a')], [new Error('a', { cause: 1 }), new Error('a')],
  [new Error('a', { cause: { b: 1 } }), new Error('a', { cause: { b: 1 } })], [new AggregateError([1]), new AggregateError([2])], [new Error('a'), { message: 'a' }],
  [new Uint8Array([1, 2]), new Uint8Array([1, 2])], [new Uint8Array([1, 2]), new Uint8Array([1])], [new Uint8Array([1]), new Int8Array([1])], [new Float32Array([0]), new Float32Array([-0])],
  [new ArrayBuffer(2), new ArrayBuffer(2)], [new ArrayBuffer(2), new ArrayBuffer(3)], [new DataView(new ArrayBuffer(2)), new DataView(new ArrayBuffer(2))], [Buffer.from('a'), new Uint8Array([97])],
  [new Number(1), new Number(1)], [new Number(1), 1], [new Number(1), new Number(2)], [new String('a'), new String('a')], [new Number(1), new String('1')],
  [Promise.resolve(1), Promise.resolve(1)], [new WeakMap(), new WeakMap()], [() => {}, () => {}], [(function() { return arguments; })(1), [1]], [loop, otherLoop], [loop, longLoop],
  [{ extra: 1, ...loop }, loop], [new Proxy({ a: 1 }, {}), { a: 1 }], [new URL('http://a/b'), new URL('http://a/b')], [new URL('http://a/b'), new URL('http://a/c')],
];
pairs.forEach(([a, b], index) => console.log(index, modes(a, b), modes(b, a), modes(a, a)));
