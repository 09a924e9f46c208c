// Nested queries parsed and written, with every option.
const qs = require('qs');

console.log(qs.parse('a[b][c]=d&e[]=1&e[]=2&f[0]=x&f[2]=y&g=%C3%A9+z&h&__proto__[x]=1'), qs.parse('a.b=1', { allowDots: true }), qs.parse('?a=1;b=2', { delimiter: ';', ignoreQueryPrefix: true }), qs.parse('a[b][c][d][e][f][g]=1').a.b.c.d.e.f, qs.parse('a=1&a=2', { duplicates: 'last' }));
const value = { a: { b: [1, { c: 'é &' }] }, n: null, u: undefined, d: new Date(0), e: [] };
for (const arrayFormat of ['indices', 'brackets', 'repeat', 'comma']) console.log(qs.stringify(value, { arrayFormat }), qs.stringify(value, { arrayFormat, encode: false, skipNulls: true, addQueryPrefix: true }));
console.log(qs.stringify({ z: 1, a: 2 }, { sort: (x, y) => x < y ? -1 : 1 }), qs.stringify({ a: 'ä' }, { charset: 'iso-8859-1' }), qs.parse('a=%E4', { charset: 'iso-8859-1' }));
try { qs.parse('a[]=1&a[]=2', { arrayLimit: 1, throwOnLimitExceeded: true }); } catch (error) { console.log(error.name, error.message); }
