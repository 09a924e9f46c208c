// Plain objects: keys, accessors, line breaks, depth.
'use strict';
const { inspect } = require('node:util');

const objects = [
  {},
  { a: 1 },
  { a: 1, b: 'two', c: [3], d: { e: null } },
  { 'with-dash': 1, 'with space': 2, '': 3, '1': 4, '1.5': 5, 'ünï': 6, '$dollar': 7, '_under': 8, 'class': 9, "it's": 10, 'new\nline': 11 },
  { ['__proto__']: 'own' },
  { [Symbol('key')]: 1, [Symbol.iterator]: 2, [Symbol('new\nline')]: 3, [Symbol("it's")]: 4 },
  { get a() { return 1; }, set a(v) {}, get b() { return { c: 1 }; }, set d(v) {} },
  Object.defineProperty({ shown: 1 }, 'hidden', { value: 2 }),
  Object.defineProperty({ shown: 1 }, 'hidden key', { value: 2 }),
  Object.defineProperty({}, Symbol('hidden'), { value: 2 }),
  { a: undefined, b: null, c() {}, d: () => {}, e: class {}, f: function named() {}, async g() {}, *h() {}, async *i() {} },
  { a: { b: { c: { d: 1 } } } },
  { a: { b: { c: {} } }, d: { e: { f: [] } }, g: { h: { i: [1] } } },
  { long: 'x'.repeat(60), another: 'y'.repeat(20) },
  { aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbbbbbb: 2, cccccccccccccccccccccc: 3 },
  { text: 'several\nlines\n'.repeat(8) },
  { list: Array.from({ length: 30 }, (_, i) => i), map: new Map([['k', { v: [1, 2] }]]) },
  Object.create(null),
  Object.assign(Object.create(null), { a: 1 }),
  Object.create({ inherited: 1 }),
  Object.create(Object.create(null)),
  Object.assign(Object.create(Object.create(Object.create(null))), { a: 1 }),
  { constructor: 'odd' },
  { constructor: { name: 'Odd' } },
  { toString() { return 'x'; } },
];
for (const object of objects) {
  console.log(inspect(object));
  for (const options of [{ depth: 0 }, { depth: -1 }, { depth: null }, { compact: true }, { compact: false }, { compact: 1 }, { breakLength: 20 },
                         { breakLength: Infinity }, { sorted: true }, { getters: true }, { getters: 'get' }, { getters: 'set' },
                         { showHidden: true }, { colors: true }, { compact: true, breakLength: 30 }]) {
    console.log(inspect(object, options));
  }
}
console.log(inspect({ b: 1, a: 2, c: 3 }, { sorted: (a, b) => (a < b ? 1 : -1) }));
