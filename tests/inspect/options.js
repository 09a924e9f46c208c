// The options of util.inspect: old positional form, defaults, odd values.
'use strict';
const { inspect } = require('node:util');

const value = { a: { b: { c: { d: 1 } } }, list: [1, 2, 3], text: 'some text', get x() { return 1; } };
console.log(inspect.defaultOptions);
console.log(inspect(value, false, 0), inspect(value, null, 0), inspect(value, true, 1), inspect(value, false, null, true));
for (const options of [undefined, null, 5, 'x', true, false, {}, { unknown: 1 }, { depth: NaN }, { depth: '1' }, { depth: undefined },
                       { maxArrayLength: undefined }, { maxArrayLength: -1 }, { maxStringLength: -1 }, { breakLength: 0 }, { compact: 100 }]) {
  console.log(inspect(value, options));
}
console.log(Object.keys(inspect), inspect.length, inspect.name);
console.log(inspect.colors.red, inspect.colors.grey, inspect.styles.number, Object.keys(inspect.styles));
for (const wrong of [null, 5, 'x']) {
  try {
    inspect.defaultOptions = wrong;
  } catch (error) {
    console.log(error.code, error.message);
  }
}
inspect.defaultOptions = { depth: 0, sorted: true };
console.log(value);
inspect.defaultOptions.depth = 1;
console.log(value);
inspect.defaultOptions.sorted = false;

inspect.styles.number = 'red';
inspect.styles.string = (text) => `<${text}>`;
inspect.styles.regexp = 'unknown colour';
inspect.colors.red = [91, 39];
console.log(inspect([1, 'two', /three/, null, undefined, true, Symbol('s'), 5n, new Date(0), () => {}], { colors: true }));
