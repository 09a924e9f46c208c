// Collections, objects, strings, functions, templates, chains.
const _ = require('lodash');

const people = [{ n: 'a', age: 3, tags: ['x'] }, { n: 'b', age: 1, tags: ['y', 'x'] }, { n: 'c', age: 2 }];
console.log(_.sortBy(people, 'age').map(_.property('n')), _.groupBy(people, (p) => p.tags?.length ?? 0), _.keyBy(people, 'n').b);
console.log(_(people).flatMap('tags').compact().uniq().value(), _.chunk([1, 2, 3, 4, 5], 2), _.zipObject(['a', 'b'], [1, 2]));
console.log(_.merge({ a: { b: [1] } }, { a: { b: [2, 3], c: 4 } }), _.get(people, '[1].tags[0]'), _.set({}, 'a.b[2].c', 1), _.isEqual(new Map([[1, { a: new Set([1]) }]]), new Map([[1, { a: new Set([1]) }]])));
console.log(_.camelCase('hello big world'), _.kebabCase('helloBigWorld'), _.startCase('a_b'), _.deburr('déjà'), _.truncate('a long text here', { length: 10 }), _.words('one, two & three'), _.padStart('7', 3, '0'));
const deep = { date: new Date(0), re: /x/g, typed: new Uint8Array([1, 2]), nested: { f() {} } };
deep.self = deep;
const copy = _.cloneDeep(deep);
console.log(copy.self === copy, copy.date, copy.re, copy.typed, copy.nested.f === deep.nested.f);
console.log(_.template('<% list.forEach((x) => { %>[<%- x %>]<% }) %> ${ y }')({ list: ['<a>', 2], y: 3 }));
console.log(_.curry((a, b, c) => a + b + c)(1)(2)(3), _.memoize((x) => x * 2)(4), _.range(0, 10, 3), _.sum([1, 2]), _.clamp(9, 1, 5), _.isPlainObject(Object.create(null)), _.partial(Math.max, 5)(3));
let calls = 0;
const debounced = _.debounce(() => { calls++; }, 20);
const throttled = _.throttle(() => { calls += 100; }, 1000, { trailing: false });
for (let i = 0; i < 5; i++) { debounced(); throttled(); }
setTimeout(() => console.log('calls', calls), 100);
