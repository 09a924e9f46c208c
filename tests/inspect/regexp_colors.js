// Regular expressions in colour.
'use strict';
const { inspect } = require('node:util');

const expressions = [
  /a|b/, /(?:a|b)+?/g, /(a(?<name>b[c^]d{1,2}?)*)\k<name>/, /[^a-z-]/, /[a\]\-\dbc]/, /a{2}b{2,}c{2,3}?/, /(?<=a)(?<!b)(?=c)(?!d)/, /\u0041\u{41}\x41\cA\0/,
  /\p{Script=Greek}[\p{L}]/u, /^(^a$)$/m, /((((((a))))))/, /a+b*c?./s, /\[\(\{\//, /[]/, /[^]/, /a-b,c:=!<>/, /[\d-x]/,
];
for (const expression of expressions) console.log(JSON.stringify(inspect(expression, { colors: true })));
console.log(JSON.stringify(inspect({ r: Object.assign(/x(y)/, { extra: 1 }) }, { colors: true })));
inspect.styles.regexp.colors = ['red', 'blue'];
console.log(JSON.stringify(inspect(/a(b)/, { colors: true })));
