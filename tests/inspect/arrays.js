// Arrays: holes, extra keys, many elements, columns.
'use strict';
const { inspect } = require('node:util');

const range = (length, map = (i) => i) => Array.from({ length }, (_, i) => map(i));
const sparse = [];
sparse[2] = 'two';
sparse[5] = 'five';
const arrays = {
  empty: [],
  one: [1],
  nested: [[[[['deep']]]]],
  holes: [, 1, , , 2, ,],
  allHoles: new Array(4),
  sparse,
  farIndex: Object.assign([], { 1_000_000: 'far' }),
  extraKeys: Object.assign([1, 2], { 'name': 'x', 'with-dash': 1, '-1': 2, [Symbol('s')]: 3 }),
  onlyExtraKeys: Object.assign([], { name: 'x' }),
  sixNumbers: range(6),
  sevenNumbers: range(7),
  hundred: range(100, (i) => i * i),
  hundredAndOne: range(101),
  negative: range(30, (i) => (i % 3) - i * 100),
  bigints: range(10, (i) => BigInt(i) ** 9n),
  mixedWidths: range(27, (i) => 'abcdefghij'.slice(0, i % 10)),
  longStrings: range(8, (i) => 'word '.repeat(i + 1)),
  objects: range(10, (i) => ({ i })),
  pairs: range(9, (i) => [`k${i}`, i]),
  booleans: range(12, (i) => i % 2 === 0),
  undefineds: new Array(8).fill(undefined),
  wide: ['中文', '日本語', '한국어', 'ascii', '😀', 'é', 'ﬀ', 'e\u0301'],
  numbersAndStrings: range(20, (i) => (i % 2 ? i : `s${i}`)),
  accessor: Object.defineProperty([1, 2, 3], 1, { get: () => 'computed', enumerable: true }),
};
for (const [name, array] of Object.entries(arrays)) {
  console.log(name, inspect(array));
  console.log(name, inspect({ [name]: array }));
  console.log(inspect(array, { showHidden: true }));
  for (const options of [{ maxArrayLength: 3 }, { maxArrayLength: 0 }, { breakLength: 40 }, { compact: 1 }, { compact: true },
                         { compact: false }, { depth: 0 }, { sorted: true }]) {
    console.log(JSON.stringify(options), inspect(array, options));
  }
}
console.log(inspect(range(101), { maxArrayLength: null }));
