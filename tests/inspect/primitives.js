// Numbers, strings and the other values that are not objects.
'use strict';
const { inspect } = require('node:util');

const values = [
  0, -0, 1.5, -12345.678, 1e21, 1e-7, NaN, Infinity, -Infinity, 12345678901234567890n, -5n, true, false, null, undefined,
  Symbol(), Symbol('described'), Symbol('with\nnewline'), Symbol.iterator, Symbol.for('registered'),
  '', 'plain', "it's", 'a "double" one', `it's "both"`, `it's "both" and \`backticks\``, "it's \"${x}\"", 'back\\slash',
  'tab\tnewline\nreturn\rnul\0escape\x1bdelete\x7f\x9f', 'caf\u00e9 \u4e2d\u6587 \u{1F600}', 'lone \ud800 and \udc00', '\ud83d\ude00\ud83d',
  'x'.repeat(120), 'line\n'.repeat(20), `${'line\n'.repeat(20)}end`,
];
for (const value of values) {
  console.log(inspect(value));
  console.log(inspect([value]));
  console.log(inspect({ value }, { compact: false }));
}

for (const number of [1, 1234, 12345.6789, -1234567.125, 0.0001234, 123456789012345680000, 1e25, NaN, -0, 1234567n, -123n]) {
  console.log(inspect(number, { numericSeparator: true }));
}

for (const maxStringLength of [0, 1, 4, 10, null, Infinity]) {
  console.log(inspect('abcdefghij', { maxStringLength }), inspect(['abcdefghij'], { maxStringLength }));
}
console.log(inspect('y'.repeat(10_001)).slice(-40));
