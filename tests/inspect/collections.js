// Map, Set, their weak kin, Date, RegExp, promises, boxed primitives, arguments, generators.
'use strict';
const { inspect } = require('node:util');

const rejected = Promise.reject(new Map([['why', 'because']]));
rejected.catch(() => {});
const big = new Map(Array.from({ length: 120 }, (_, i) => [i, `value ${i}`]));
const values = [
  new Map(), new Map([[1, 2], ['a', { b: [1] }]]), new Map([[{ key: 1 }, new Map([[1, new Map([[2, new Map()]])]])]]), big,
  Object.assign(new Map([[1, 2]]), { extra: true }), new Map([['a'.repeat(50), 'b'.repeat(50)]]),
  new Set(), new Set([1, 'a', { b: 1 }, [2]]), new Set(Array.from({ length: 120 }, (_, i) => i)), Object.assign(new Set(), { extra: true }),
  new WeakMap(), new WeakSet(), Object.assign(new WeakSet(), { extra: 1 }), new WeakRef({}),
  new Date(0), new Date(NaN), Object.assign(new Date(0), { extra: 1 }), /ab+c/gi, Object.assign(/x/, { extra: 1 }),
  Promise.resolve(42), Promise.resolve({ a: { b: { c: {} } } }), new Promise(() => {}), rejected, Object.assign(Promise.resolve(), { extra: 1 }),
  new Number(3), new Number(-0), new String('text'), new String("it's"), new Boolean(false), Object(Symbol('s')), Object(10n),
  Object.assign(new String('abc'), { extra: 1 }), Object.assign(new Number(1), { extra: 1 }),
  (function() { return arguments; })(), (function() { return arguments; })(1, 'two', [3]), (function() { 'use strict'; return arguments; })(1),
  (function* () {})(), (async function* () {})(), [][Symbol.iterator](), ''[Symbol.iterator](), JSON, Math, Reflect, Atomics,
  Object.setPrototypeOf(new Map([[1, 2]]), null), Object.setPrototypeOf(new Set([1]), null), Object.setPrototypeOf(new Date(0), null),
  Object.setPrototypeOf(/x/g, null), Object.setPrototypeOf(Promise.resolve(1), null), Object.setPrototypeOf(new Number(1), null),
  Object.setPrototypeOf(new String('ab'), null), Object.setPrototypeOf([1, 2], null), Object.setPrototypeOf(new WeakSet(), null),
  Object.setPrototypeOf(new Map([[1, 2]]), {}), Object.setPrototypeOf([1, 2], {}), Object.setPrototypeOf(new Date(0), {}),
  Object.setPrototypeOf(new Set([1]), Date.prototype), Object.setPrototypeOf([1], Map.prototype),
];
for (const value of values) {
  console.log(value);
  console.log([value]);
  console.log({ deeply: { nested: { value } } });
  for (const options of [{ depth: -1 }, { maxArrayLength: 2 }, { compact: false }, { compact: true }, { colors: true }, { breakLength: 20 }]) {
    console.log(inspect(value, options));
  }
}
console.log(inspect(new Map([['b', 1], ['a', 2]]), { sorted: true }), inspect(new Set(['b', 'a']), { sorted: true }));
