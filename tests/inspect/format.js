// util.format: every placeholder with every kind of value.
'use strict';
const { format, formatWithOptions } = require('node:util');

class Plain {}
class Texted { toString() { return 'own text'; } }
const circular = {};
circular.circular = circular;
const values = [
  'text', '', '42', '4.5x', 0, -0, 1.5, NaN, 10n, true, null, undefined, Symbol('s'), { a: { b: { c: {} } } }, [1, [2, [3, [4]]]], () => {}, class A {},
  new Plain(), new Texted(), new Date(0), Object.create(null), { toString: () => 'object text' }, { [Symbol.toPrimitive]: () => 'primitive' },
  new Map([[1, { a: {} }]]), /x/g, new String('boxed'), circular, { toString: 5 }, Object.assign([1], { toString: () => 'array text' }),
];
for (const value of values) {
  for (const placeholder of ['%s', '%d', '%i', '%f', '%O', '%c', '%x', '%%', '%']) {
    try {
      console.log(placeholder, format(`<${placeholder}>`, value), format(`<${placeholder}>`, value, value));
    } catch (error) {
      // The engine's own refusal to convert the value.
      console.log(placeholder, error.name);
    }
  }
  if (typeof value !== 'bigint') console.log(format('%j', value));
  if (typeof value !== 'function') console.log(format('%o', value));
  console.log(format(value), format(value, value), format('a', value), format('%s'), format('%s %s', value));
}
console.log(format(), format(''), format('%%'), format('%%', 1), format('%s%%%s', 'a'), format('100%'), format('%s:%s', 'a', 'b', 'c', { d: 1 }));
console.log(formatWithOptions({ colors: true }, '%s %d %O', { a: 1 }, 5, { b: 2 }, 'x', [3]));
console.log(formatWithOptions({ numericSeparator: true }, '%s %d %i', 1234567, 1234567.5, 7654321, 1000000));
for (const options of [null, 5, 'x', undefined]) {
  try {
    formatWithOptions(options, 'a');
  } catch (error) {
    console.log(error.code, error.message);
  }
}
