// console.table of every kind of data.
'use strict';

const tables = [
  [], {}, [1, 'two', null, undefined], [[1, 2], [3, 4, 5]], [{ a: 1, b: 'x' }, { a: 2, c: { d: 1 } }], { x: { y: 1 }, z: 5, f() {} },
  new Map([['k', { a: 1 }], [2, 3]]), new Map(), new Set([1, '中文', { a: 1 }]), [new Date(0), /x/], [{ a: { b: { c: 1 } } }], [Symbol('s')],
  new Uint8Array(3), { a: [1, 2, 3, 4, 5], b: { c: 1, d: 2, e: 3 } }, [{ 'wide 中文 key': 1 }, { short: -0 }], [[], {}], [{ a: 1n }, 7],
  'text', 5, null, undefined, Symbol('s'), () => {},
];
for (const table of tables) console.table(table);
console.table([{ a: 1, b: 2 }, { a: 3, b: 4 }], ['b']);
console.table([{ a: 1, b: 2 }, 5], ['b', 'missing']);
console.table([{ a: 1 }], []);
console.group();
console.table([[1]]);
console.groupEnd();
try {
  console.table([1], 'not an array');
} catch (error) {
  console.log(error.code, error.message);
}
